DROP INDEX "coupon_uses_customer";--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD COLUMN "user" uuid;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD COLUMN "email" text;--> statement-breakpoint
UPDATE "coupon_uses" u SET "user" = o."user", "email" = lower(o."email") FROM "orders" o WHERE o."id" = u."order";--> statement-breakpoint
UPDATE "coupon_uses" SET "email" = "customer" WHERE "email" IS NULL;--> statement-breakpoint
ALTER TABLE "coupon_uses" ALTER COLUMN "email" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "placed_by" text;--> statement-breakpoint
CREATE INDEX "coupon_uses_user" ON "coupon_uses" USING btree ("coupon","user");--> statement-breakpoint
CREATE INDEX "coupon_uses_email" ON "coupon_uses" USING btree ("coupon","email");--> statement-breakpoint
CREATE INDEX "order_carts_cart" ON "order_carts" USING btree ("cart");--> statement-breakpoint
CREATE INDEX "orders_placed_by" ON "orders" USING btree ("placed_by") WHERE "orders"."placed_by" is not null;--> statement-breakpoint
ALTER TABLE "coupon_uses" DROP COLUMN "customer";
