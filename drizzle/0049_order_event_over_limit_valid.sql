ALTER TABLE "order_events" VALIDATE CONSTRAINT "order_events_name";--> statement-breakpoint
ALTER TABLE "picks" VALIDATE CONSTRAINT "picks_end";
