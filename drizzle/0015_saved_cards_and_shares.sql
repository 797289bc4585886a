DROP INDEX "saved_cards_user";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "carts" uuid[];--> statement-breakpoint
ALTER TABLE "saved_cards" ADD COLUMN "fingerprint" text;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_cards_fingerprint" ON "saved_cards" USING btree ("user","provider","fingerprint");