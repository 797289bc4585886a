CREATE TABLE "order_edits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order" uuid NOT NULL,
	"user" uuid,
	"key" uuid NOT NULL,
	"request_hash" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"total_before" bigint NOT NULL,
	"total_after" bigint NOT NULL,
	"taken_back" bigint DEFAULT 0 NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "order_edits_key_unique" UNIQUE("key"),
	CONSTRAINT "order_edits_amounts" CHECK ("order_edits"."total_after" >= 0 and "order_edits"."taken_back" >= 0)
);--> statement-breakpoint
CREATE TABLE "given_back" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order" uuid,
	"cause" text NOT NULL,
	"way" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"key" text NOT NULL,
	"request_hash" text DEFAULT '' NOT NULL,
	"user" uuid,
	"approved_by" uuid,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "given_back_key_unique" UNIQUE("key"),
	CONSTRAINT "given_back_cause" CHECK ("given_back"."cause" in ('edit', 'cancel', 'return', 'goodwill', 'grant')),
	CONSTRAINT "given_back_way" CHECK ("given_back"."way" in ('card', 'credit', 'check', 'cash', 'transfer', 'account')),
	CONSTRAINT "given_back_amount" CHECK ("given_back"."amount" > 0),
	CONSTRAINT "given_back_of" CHECK (("given_back"."cause" = 'grant') = ("given_back"."order" is null))
);--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order" uuid NOT NULL,
	"given" uuid NOT NULL,
	"way" text NOT NULL,
	"amount" bigint NOT NULL,
	"number" text DEFAULT '' NOT NULL,
	"created_by" uuid,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "payouts_way" CHECK ("payouts"."way" in ('check', 'cash', 'transfer')),
	CONSTRAINT "payouts_amount" CHECK ("payouts"."amount" > 0)
);--> statement-breakpoint
CREATE TABLE "account_uses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" uuid NOT NULL,
	"request_hash" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "account_uses_key_unique" UNIQUE("key")
);--> statement-breakpoint
CREATE TABLE "receipt_parts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"receipt" uuid NOT NULL,
	"order" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"use" uuid,
	"reason" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "receipt_parts_reason" CHECK ("receipt_parts"."reason" in ('paid', 'edit', 'cancel', 'bounced')),
	CONSTRAINT "receipt_parts_sign" CHECK (("receipt_parts"."reason" = 'paid') = ("receipt_parts"."amount" > 0) and "receipt_parts"."amount" <> 0)
);--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company" uuid,
	"user" uuid,
	"method" text NOT NULL,
	"number" text DEFAULT '' NOT NULL,
	"amount" bigint NOT NULL,
	"received_on" date NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"bounced_at" timestamptz,
	"bounced_by" uuid,
	"key" uuid NOT NULL,
	"request_hash" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "receipts_key_unique" UNIQUE("key"),
	CONSTRAINT "receipts_method" CHECK ("receipts"."method" in ('check', 'cash', 'transfer')),
	CONSTRAINT "receipts_amount" CHECK ("receipts"."amount" > 0),
	CONSTRAINT "receipts_owner" CHECK ("receipts"."company" is null or "receipts"."user" is null)
);--> statement-breakpoint
CREATE TABLE "waiting_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"order" uuid,
	"input" jsonb NOT NULL,
	"key" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"words" text NOT NULL,
	"version" integer,
	"state" text DEFAULT 'waiting' NOT NULL,
	"asked_by" uuid,
	"decided_by" uuid,
	"decided_at" timestamptz,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "waiting_acts_kind" CHECK ("waiting_acts"."kind" in ('refund', 'edit', 'return', 'grant', 'order')),
	CONSTRAINT "waiting_acts_state" CHECK ("waiting_acts"."state" in ('waiting', 'done', 'declined', 'lapsed')),
	CONSTRAINT "waiting_acts_of" CHECK (("waiting_acts"."kind" in ('grant', 'order')) = ("waiting_acts"."order" is null) and ("waiting_acts"."order" is null) = ("waiting_acts"."version" is null)),
	CONSTRAINT "waiting_acts_amount" CHECK ("waiting_acts"."amount" > 0)
);--> statement-breakpoint
ALTER TABLE "order_events" DROP CONSTRAINT "order_events_name";--> statement-breakpoint
ALTER TABLE "account_entries" DROP CONSTRAINT "account_entries_kind";--> statement-breakpoint
ALTER TABLE "account_entries" DROP CONSTRAINT "account_entries_sign";--> statement-breakpoint
ALTER TABLE "returns" DROP CONSTRAINT "returns_refund_to";--> statement-breakpoint
ALTER TABLE "stock_moves" DROP CONSTRAINT "stock_moves_reason";--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "bid_notes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "price_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "amount_taken_back" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "account_entries" ADD COLUMN "given" uuid;--> statement-breakpoint
ALTER TABLE "account_entries" ADD COLUMN "receipt" uuid;--> statement-breakpoint
ALTER TABLE "account_entries" ADD COLUMN "edit" uuid;--> statement-breakpoint
ALTER TABLE "store_credit_entries" ADD COLUMN "given" uuid;--> statement-breakpoint
ALTER TABLE "store_credit_entries" ADD COLUMN "edit" uuid;--> statement-breakpoint
ALTER TABLE "return_lines" ADD COLUMN "scrapped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "return_lines" ADD COLUMN "item_tax" bigint;--> statement-breakpoint
ALTER TABLE "return_lines" ADD COLUMN "item_discount" bigint;--> statement-breakpoint
ALTER TABLE "return_lines" ADD COLUMN "item_credit" bigint;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "fee" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "employee_price_limit" integer;--> statement-breakpoint
ALTER TABLE "order_edits" ADD CONSTRAINT "order_edits_order_orders_id_fk" FOREIGN KEY ("order") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_edits" ADD CONSTRAINT "order_edits_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "given_back" ADD CONSTRAINT "given_back_order_orders_id_fk" FOREIGN KEY ("order") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "given_back" ADD CONSTRAINT "given_back_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "given_back" ADD CONSTRAINT "given_back_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_order_orders_id_fk" FOREIGN KEY ("order") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_given_given_back_id_fk" FOREIGN KEY ("given") REFERENCES "public"."given_back"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_uses" ADD CONSTRAINT "account_uses_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_parts" ADD CONSTRAINT "receipt_parts_receipt_receipts_id_fk" FOREIGN KEY ("receipt") REFERENCES "public"."receipts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_parts" ADD CONSTRAINT "receipt_parts_order_orders_id_fk" FOREIGN KEY ("order") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_parts" ADD CONSTRAINT "receipt_parts_use_account_uses_id_fk" FOREIGN KEY ("use") REFERENCES "public"."account_uses"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_parts" ADD CONSTRAINT "receipt_parts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_bounced_by_users_id_fk" FOREIGN KEY ("bounced_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_acts" ADD CONSTRAINT "waiting_acts_order_orders_id_fk" FOREIGN KEY ("order") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_acts" ADD CONSTRAINT "waiting_acts_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_acts" ADD CONSTRAINT "waiting_acts_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_edits_order" ON "order_edits" USING btree ("order","created_at");--> statement-breakpoint
CREATE INDEX "given_back_user" ON "given_back" USING btree ("user","created_at");--> statement-breakpoint
CREATE INDEX "given_back_order" ON "given_back" USING btree ("order","created_at");--> statement-breakpoint
CREATE INDEX "payouts_order" ON "payouts" USING btree ("order");--> statement-breakpoint
CREATE INDEX "payouts_given" ON "payouts" USING btree ("given");--> statement-breakpoint
CREATE INDEX "receipt_parts_receipt" ON "receipt_parts" USING btree ("receipt");--> statement-breakpoint
CREATE INDEX "receipt_parts_order" ON "receipt_parts" USING btree ("order");--> statement-breakpoint
CREATE INDEX "receipts_company" ON "receipts" USING btree ("company","received_on" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "receipts_user" ON "receipts" USING btree ("user","received_on" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "receipts_day" ON "receipts" USING btree ("received_on");--> statement-breakpoint
CREATE INDEX "receipts_number" ON "receipts" USING btree (lower("number")) WHERE "receipts"."number" <> '';--> statement-breakpoint
CREATE INDEX "waiting_acts_waiting" ON "waiting_acts" USING btree ("created_at") WHERE "waiting_acts"."state" = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_acts_key" ON "waiting_acts" USING btree ("key") WHERE "waiting_acts"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "waiting_acts_order" ON "waiting_acts" USING btree ("order");--> statement-breakpoint
ALTER TABLE "account_entries" ADD CONSTRAINT "account_entries_given_given_back_id_fk" FOREIGN KEY ("given") REFERENCES "public"."given_back"("id") ON DELETE restrict ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "account_entries" ADD CONSTRAINT "account_entries_receipt_receipts_id_fk" FOREIGN KEY ("receipt") REFERENCES "public"."receipts"("id") ON DELETE restrict ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "account_entries" ADD CONSTRAINT "account_entries_edit_order_edits_id_fk" FOREIGN KEY ("edit") REFERENCES "public"."order_edits"("id") ON DELETE restrict ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "store_credit_entries" ADD CONSTRAINT "store_credit_entries_given_given_back_id_fk" FOREIGN KEY ("given") REFERENCES "public"."given_back"("id") ON DELETE restrict ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "store_credit_entries" ADD CONSTRAINT "store_credit_entries_edit_order_edits_id_fk" FOREIGN KEY ("edit") REFERENCES "public"."order_edits"("id") ON DELETE restrict ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_name" CHECK ("order_events"."name" in ('submitted', 'approved', 'owner', 'status', 'edited', 'changed', 'fulfilled', 'tracking', 'canceled', 'paid', 'card declined', 'payment refused', 'payment link', 'refund succeeded', 'refund failed', 'refund came back', 'refund made at the payment service', 'dispute opened', 'dispute answered', 'dispute won', 'dispute lost', 'return requested', 'return', 'mailed', 'alert dismissed', 'taken on over limit', 'changed over limit', 'receipt bounced', 'refund at will', 'waits for an Admin', 'Admin declined', 'picking begun', 'picking taken over', 'picking left', 'picked', 'handed over')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_taken_back" CHECK ("orders"."amount_taken_back" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "account_entries" ADD CONSTRAINT "account_entries_kind" CHECK ("account_entries"."kind" in ('charge', 'edit', 'payment', 'receipt', 'credit', 'cancel', 'refund')) NOT VALID;--> statement-breakpoint
ALTER TABLE "account_entries" ADD CONSTRAINT "account_entries_sign" CHECK ("account_entries"."amount" <> 0 and ("account_entries"."kind" in ('refund', 'edit', 'receipt') or ("account_entries"."kind" = 'charge') = ("account_entries"."amount" > 0))) NOT VALID;--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_scrapped" CHECK ("return_lines"."scrapped" between 0 and "return_lines"."received") NOT VALID;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_fee" CHECK ("returns"."fee" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_refund_to" CHECK ("returns"."refund_to" in ('card', 'credit', 'check', 'cash', 'transfer')) NOT VALID;--> statement-breakpoint
ALTER TABLE "site_settings" ADD CONSTRAINT "site_settings_price_limit" CHECK ("site_settings"."employee_price_limit" between 0 and 100) NOT VALID;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_reason" CHECK ("stock_moves"."reason" in ('opening', 'order', 'edit', 'cancel', 'release', 'return', 'scrap', 'count', 'import', 'unexplained')) NOT VALID;
