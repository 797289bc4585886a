DROP INDEX "cart_lines_variant";--> statement-breakpoint
ALTER TABLE "cart_lines" ADD COLUMN "price_steps" jsonb;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "share_token" text;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "recent_keys" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "carts_share_token" ON "carts" USING btree ("share_token");--> statement-breakpoint
CREATE UNIQUE INDEX "cart_lines_variant" ON "cart_lines" USING btree ("cart","variant_id","variant_group","room");