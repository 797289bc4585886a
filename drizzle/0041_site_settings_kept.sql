ALTER TABLE "emails" ADD COLUMN "cleared_at" timestamptz;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "name" text DEFAULT 'Knurl' NOT NULL;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "closed_days" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "employee_order_limit" bigint;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "employee_day_limit" bigint;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "kept_days" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "site_settings" ADD CONSTRAINT "site_settings_employee_limits" CHECK ("site_settings"."employee_order_limit" >= 0 and "site_settings"."employee_day_limit" >= 0) NOT VALID;