ALTER TABLE "waiting_acts" VALIDATE CONSTRAINT "waiting_acts_kind";--> statement-breakpoint
ALTER TABLE "waiting_acts" VALIDATE CONSTRAINT "waiting_acts_of";
