ALTER TABLE "orders" DROP CONSTRAINT "orders_paid_bounds";--> statement-breakpoint
ALTER TABLE "account_entries" DROP CONSTRAINT "account_entries_kind";--> statement-breakpoint
ALTER TABLE "account_entries" DROP CONSTRAINT "account_entries_sign";--> statement-breakpoint
ALTER TABLE "returns" DROP CONSTRAINT "returns_refund";--> statement-breakpoint
DROP INDEX "store_credit_entries_order";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "amount_credited" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" drop column "paid";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "paid" boolean GENERATED ALWAYS AS ((status not in ('Held', 'Canceled') and amount_paid + amount_credited >= total)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" drop column "finished";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "finished" boolean GENERATED ALWAYS AS ((status not in ('Held', 'Canceled') and amount_paid + amount_credited >= total)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "quote_notes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "account_entries" ADD COLUMN "refund" uuid;--> statement-breakpoint
ALTER TABLE "account_entries" ADD COLUMN "return" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "batch" uuid;--> statement-breakpoint
ALTER TABLE "store_credit_entries" ADD COLUMN "return" uuid;--> statement-breakpoint
ALTER TABLE "return_lines" ADD COLUMN "refunded" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "refund_to" text;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "store_credit" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "key" uuid;--> statement-breakpoint
ALTER TABLE "account_entries" ADD CONSTRAINT "account_entries_refund_refunds_id_fk" FOREIGN KEY ("refund") REFERENCES "public"."refunds"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_entries" ADD CONSTRAINT "account_entries_return_returns_id_fk" FOREIGN KEY ("return") REFERENCES "public"."returns"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_batch_payments_id_fk" FOREIGN KEY ("batch") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_credit_entries" ADD CONSTRAINT "store_credit_entries_return_returns_id_fk" FOREIGN KEY ("return") REFERENCES "public"."returns"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_batch" ON "payments" USING btree ("batch") WHERE "payments"."batch" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "store_credit_entries_return" ON "store_credit_entries" USING btree ("return","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "store_credit_entries_order" ON "store_credit_entries" USING btree ("order","kind") WHERE "store_credit_entries"."return" is null;--> statement-breakpoint
ALTER TABLE "account_entries" DROP COLUMN "details";--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_key_unique" UNIQUE("key");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid_bounds" CHECK ("orders"."amount_paid" >= 0 and "orders"."amount_credited" >= 0 and "orders"."amount_paid" + "orders"."amount_credited" <= "orders"."total" and "orders"."amount_refunded" >= 0);--> statement-breakpoint
ALTER TABLE "account_entries" ADD CONSTRAINT "account_entries_kind" CHECK ("account_entries"."kind" in ('charge', 'payment', 'credit', 'cancel', 'refund'));--> statement-breakpoint
ALTER TABLE "account_entries" ADD CONSTRAINT "account_entries_sign" CHECK ("account_entries"."amount" <> 0 and ("account_entries"."kind" = 'refund' or ("account_entries"."kind" = 'charge') = ("account_entries"."amount" > 0)));--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_refund_to" CHECK ("returns"."refund_to" in ('card', 'credit'));--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_refund" CHECK ("returns"."refund" >= 0 and "returns"."store_credit" >= 0);