ALTER TABLE "order_events" VALIDATE CONSTRAINT "order_events_name";--> statement-breakpoint
ALTER TABLE "receipts" VALIDATE CONSTRAINT "receipts_mistake";