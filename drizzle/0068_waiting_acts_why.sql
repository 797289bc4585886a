ALTER TABLE "waiting_acts" ADD COLUMN "why" text DEFAULT 'limit' NOT NULL;--> statement-breakpoint
ALTER TABLE "waiting_acts" ADD COLUMN "above_credit" bigint;--> statement-breakpoint
ALTER TABLE "waiting_acts" ADD COLUMN "lines" jsonb;--> statement-breakpoint
ALTER TABLE "waiting_acts" ADD CONSTRAINT "waiting_acts_why" CHECK ("waiting_acts"."why" in ('limit', 'prices', 'credit')) NOT VALID;