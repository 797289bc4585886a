ALTER TABLE "orders" ADD COLUMN "hold" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "hold_charges" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "hold_ended_at" timestamptz;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "held_limit" bigint DEFAULT 500000 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_hold" CHECK ("orders"."hold" in ('plain', 'brief', 'trusted'));--> statement-breakpoint
ALTER TABLE "site_settings" ADD CONSTRAINT "site_settings_held_limit" CHECK ("site_settings"."held_limit" >= 0);