CREATE SEQUENCE "public"."accounting_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."order_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 10001 CACHE 1;--> statement-breakpoint
CREATE TABLE "accounting_connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"realm" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"access_expires_at" timestamptz,
	"refresh_expires_at" timestamptz,
	"mapping" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "accounting_connections_provider" CHECK ("accounting_connections"."provider" in ('ledger', 'quickbooks')),
	CONSTRAINT "accounting_connections_status" CHECK ("accounting_connections"."status" in ('ready', 'not_connected', 'reconnect_needed', 'suspended'))
);
--> statement-breakpoint
CREATE TABLE "accounting_document_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"document" uuid NOT NULL,
	"position" integer NOT NULL,
	"variant" uuid,
	"product_num" text DEFAULT '' NOT NULL,
	"description" text NOT NULL,
	"quantity" numeric(12, 2) NOT NULL,
	"price" bigint NOT NULL,
	"amount" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounting_documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"number" integer DEFAULT nextval('accounting_numbers') NOT NULL,
	"local" uuid NOT NULL,
	"party" text DEFAULT '' NOT NULL,
	"date" date NOT NULL,
	"due_date" date,
	"sub_total" bigint NOT NULL,
	"shipping" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"total" bigint NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"request_id" uuid NOT NULL,
	"quickbooks_id" text,
	"failure" text,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "accounting_documents_number_unique" UNIQUE("number"),
	CONSTRAINT "accounting_documents_requestId_unique" UNIQUE("request_id"),
	CONSTRAINT "accounting_documents_kind" CHECK ("accounting_documents"."kind" in ('item', 'vendor', 'company', 'invoice', 'purchaseOrder', 'creditMemo', 'payment')),
	CONSTRAINT "accounting_documents_status" CHECK ("accounting_documents"."status" in ('draft', 'queued', 'posted', 'failed', 'differs', 'void')),
	CONSTRAINT "accounting_documents_total" CHECK ("accounting_documents"."total" = "accounting_documents"."sub_total" + "accounting_documents"."shipping" + "accounting_documents"."tax" - "accounting_documents"."discount")
);
--> statement-breakpoint
CREATE TABLE "accounting_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"connection" uuid NOT NULL,
	"kind" text NOT NULL,
	"local" uuid NOT NULL,
	"quickbooks_id" text NOT NULL,
	"version" text DEFAULT '0' NOT NULL,
	"pushed_hash" text,
	"pushed_at" timestamptz,
	"pulled_at" timestamptz,
	"deleted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "accounting_links_kind" CHECK ("accounting_links"."kind" in ('item', 'vendor', 'company', 'invoice', 'purchaseOrder', 'creditMemo', 'payment'))
);
--> statement-breakpoint
CREATE TABLE "accounting_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"syncer" text NOT NULL,
	"status" text NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"cursor" text,
	"heartbeat_at" timestamptz DEFAULT now() NOT NULL,
	"started_by" uuid,
	"summary" jsonb,
	"started_at" timestamptz DEFAULT now() NOT NULL,
	"ended_at" timestamptz,
	CONSTRAINT "accounting_runs_status" CHECK ("accounting_runs"."status" in ('running', 'done', 'failed')),
	CONSTRAINT "accounting_runs_progress" CHECK ("accounting_runs"."progress" between 0 and "accounting_runs"."total")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user" uuid NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"last_used_at" timestamptz,
	"expires_at" timestamptz,
	"revoked_at" timestamptz,
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "one_time_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user" uuid,
	"email" text DEFAULT '' NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"used_at" timestamptz,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "one_time_tokens_purpose" CHECK ("one_time_tokens"."purpose" in ('reset-password', 'confirm-email', 'first-admin'))
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamptz NOT NULL,
	CONSTRAINT "rate_limits_count" CHECK ("rate_limits"."count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"hash" text PRIMARY KEY NOT NULL,
	"user" uuid NOT NULL,
	"impersonator" uuid,
	"expires_at" timestamptz NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"ip" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cart_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"cart" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"variant_group" text DEFAULT '' NOT NULL,
	"quantity" integer NOT NULL,
	"room" text DEFAULT '' NOT NULL,
	"quoted_price" bigint,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "cart_lines_quantity" CHECK ("cart_lines"."quantity" between 1 and 100000),
	CONSTRAINT "cart_lines_quoted_price" CHECK ("cart_lines"."quoted_price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "carts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user" uuid NOT NULL,
	"company" uuid,
	"state" text DEFAULT 'saved' NOT NULL,
	"order_name" text DEFAULT '' NOT NULL,
	"coupon_code" text DEFAULT '' NOT NULL,
	"payment_type" text,
	"shipping_method" text DEFAULT 'local' NOT NULL,
	"po_number" text DEFAULT '' NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"shipping_address" text DEFAULT '' NOT NULL,
	"shipping_city" text DEFAULT '' NOT NULL,
	"shipping_state" text DEFAULT '' NOT NULL,
	"shipping_zip" text DEFAULT '' NOT NULL,
	"delivery_date" date,
	"quoted_until" timestamptz,
	"quoted_shipping" bigint,
	"use_store_credit" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "carts_state_of" CHECK ("carts"."state" in ('saved', 'bid', 'quoted', 'ordered')),
	CONSTRAINT "carts_payment_type" CHECK ("carts"."payment_type" in ('credit-card', 'Terms', 'Check', 'Cash')),
	CONSTRAINT "carts_shipping_method" CHECK ("carts"."shipping_method" in ('local', 'standard', 'ground', 'fedex', 'air', 'freight')),
	CONSTRAINT "carts_quote" CHECK ("carts"."state" <> 'quoted' or "carts"."quoted_until" is not null)
);
--> statement-breakpoint
CREATE TABLE "associated_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company" uuid NOT NULL,
	"user" uuid,
	"email" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"zip" text DEFAULT '' NOT NULL,
	"account_number" text,
	"quickbooks_id" text,
	"salesman" text DEFAULT '' NOT NULL,
	"preferred_payment" text,
	"preferred_shipping" text,
	"shipping_method" text,
	"tax_exempt" boolean DEFAULT false NOT NULL,
	"tax_id" text DEFAULT '' NOT NULL,
	"credit_limit" bigint DEFAULT 0 NOT NULL,
	"terms_days" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "companies_accountNumber_unique" UNIQUE("account_number"),
	CONSTRAINT "companies_name_present" CHECK ("companies"."name" <> ''),
	CONSTRAINT "companies_credit_limit" CHECK ("companies"."credit_limit" >= 0),
	CONSTRAINT "companies_preferred_payment" CHECK ("companies"."preferred_payment" in ('credit-card', 'Terms', 'Check', 'Cash')),
	CONSTRAINT "companies_preferred_shipping" CHECK ("companies"."preferred_shipping" in ('local', 'standard', 'ground', 'fedex', 'air', 'freight')),
	CONSTRAINT "companies_shipping_method" CHECK ("companies"."shipping_method" in ('local', 'standard', 'ground', 'fedex', 'air', 'freight'))
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company" uuid NOT NULL,
	"invited_by" uuid,
	"email" text NOT NULL,
	"role" text DEFAULT 'Member' NOT NULL,
	"hash" text NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"accepted_at" timestamptz,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_hash_unique" UNIQUE("hash"),
	CONSTRAINT "invitations_role" CHECK ("invitations"."role" in ('Primary', 'Member'))
);
--> statement-breakpoint
CREATE TABLE "price_tiers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company" uuid,
	"user" uuid,
	"scope" text NOT NULL,
	"ref" text DEFAULT '' NOT NULL,
	"percent" numeric(5, 2) NOT NULL,
	CONSTRAINT "price_tiers_scope" CHECK ("price_tiers"."scope" in ('all', 'vendor', 'category')),
	CONSTRAINT "price_tiers_owner" CHECK (("price_tiers"."company" is null) <> ("price_tiers"."user" is null)),
	CONSTRAINT "price_tiers_percent" CHECK ("price_tiers"."percent" between 0 and 100),
	CONSTRAINT "price_tiers_ref" CHECK (("price_tiers"."scope" = 'all') = ("price_tiers"."ref" = ''))
);
--> statement-breakpoint
CREATE TABLE "special_prices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company" uuid,
	"user" uuid,
	"variant" uuid NOT NULL,
	"price" bigint NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "special_prices_owner" CHECK (("special_prices"."company" is null) <> ("special_prices"."user" is null)),
	CONSTRAINT "special_prices_price" CHECK ("special_prices"."price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "coupon_uses" (
	"order" uuid PRIMARY KEY NOT NULL,
	"coupon" uuid NOT NULL,
	"customer" text NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"type" smallint NOT NULL,
	"value" numeric(12, 2) DEFAULT 0 NOT NULL,
	"applies_to" text DEFAULT '' NOT NULL,
	"buy_quantity" integer,
	"min_sub_total" bigint DEFAULT 0 NOT NULL,
	"starts" timestamptz,
	"ends" timestamptz,
	"max_uses" integer,
	"max_uses_per_customer" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "coupons_code_present" CHECK ("coupons"."code" <> ''),
	CONSTRAINT "coupons_type" CHECK ("coupons"."type" between 0 and 8),
	CONSTRAINT "coupons_value" CHECK ("coupons"."value" >= 0 and ("coupons"."type" not in (0, 3, 4, 5, 7) or "coupons"."value" <= 100)),
	CONSTRAINT "coupons_uses" CHECK ("coupons"."uses" >= 0 and ("coupons"."max_uses" is null or "coupons"."uses" <= "coupons"."max_uses")),
	CONSTRAINT "coupons_buy_quantity" CHECK (("coupons"."type" = 7) = ("coupons"."buy_quantity" is not null) and coalesce("coupons"."buy_quantity", 1) >= 1),
	CONSTRAINT "coupons_min_sub_total" CHECK ("coupons"."min_sub_total" >= 0),
	CONSTRAINT "coupons_period" CHECK ("coupons"."starts" is null or "coupons"."ends" is null or "coupons"."starts" < "coupons"."ends")
);
--> statement-breakpoint
CREATE TABLE "filter_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"order" integer DEFAULT 0 NOT NULL,
	"types" text[] DEFAULT '{}' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "filter_templates_name_present" CHECK ("filter_templates"."name" <> '')
);
--> statement-breakpoint
CREATE TABLE "filter_values" (
	"id" uuid PRIMARY KEY NOT NULL,
	"template" uuid NOT NULL,
	"label" text NOT NULL,
	"options" text[] DEFAULT '{}' NOT NULL,
	"hex" text,
	"hex2" text,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "filter_values_hex" CHECK ("filter_values"."hex" ~ '^#[0-9a-fA-F]{6}$' and "filter_values"."hex2" ~ '^#[0-9a-fA-F]{6}$')
);
--> statement-breakpoint
CREATE TABLE "import_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"file" text NOT NULL,
	"format" text NOT NULL,
	"user" uuid,
	"created" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"started_at" timestamptz DEFAULT now() NOT NULL,
	"finished_at" timestamptz
);
--> statement-breakpoint
CREATE TABLE "layouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"template" text NOT NULL,
	"title" text NOT NULL,
	"subtitle" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"img_path" text,
	"link" text,
	"page" text DEFAULT '' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"publish" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "layouts_template" CHECK ("layouts"."template" in ('Banner', 'Announcement', 'Page', 'Category', 'Featured', 'Information'))
);
--> statement-breakpoint
CREATE TABLE "log_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"date" timestamptz DEFAULT now() NOT NULL,
	"user" uuid,
	"user_email" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"category" text DEFAULT '' NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"subject" uuid,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "log_entries_type" CHECK ("log_entries"."type" in ('user', 'product', 'order', 'price', 'payment', 'accounting', 'settings', 'security'))
);
--> statement-breakpoint
CREATE TABLE "emails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"template" text NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"dedupe_key" text,
	"order" uuid,
	"user" uuid,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"message_id" text NOT NULL,
	"response" text,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"sent_at" timestamptz,
	CONSTRAINT "emails_dedupeKey_unique" UNIQUE("dedupe_key"),
	CONSTRAINT "emails_status" CHECK ("emails"."status" in ('queued', 'sent', 'captured', 'failed')),
	CONSTRAINT "emails_attempts" CHECK ("emails"."attempts" >= 0)
);
--> statement-breakpoint
CREATE TABLE "notification_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" smallint NOT NULL,
	"title" text NOT NULL,
	"details" text DEFAULT '' NOT NULL,
	"link" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "notification_templates_one_per_type" UNIQUE("type"),
	CONSTRAINT "notification_templates_type" CHECK ("notification_templates"."type" between 0 and 11)
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user" uuid NOT NULL,
	"type" smallint NOT NULL,
	"title" text NOT NULL,
	"details" text DEFAULT '' NOT NULL,
	"link" text,
	"read" boolean DEFAULT false NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "notifications_type" CHECK ("notifications"."type" between 0 and 11)
);
--> statement-breakpoint
CREATE TABLE "order_bundle_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"line" uuid NOT NULL,
	"product" uuid NOT NULL,
	"variant" uuid NOT NULL,
	"variant_ref" text,
	"product_title" text NOT NULL,
	"product_num" text NOT NULL,
	"quantity" integer NOT NULL,
	"price" bigint NOT NULL,
	"cost" bigint,
	"stock_taken" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "order_bundle_items_quantity" CHECK ("order_bundle_items"."quantity" >= 1)
);
--> statement-breakpoint
CREATE TABLE "order_carts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order" uuid NOT NULL,
	"cart" uuid,
	"order_name" text DEFAULT '' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"sub_total" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"paid" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order" uuid NOT NULL,
	"date" timestamptz DEFAULT now() NOT NULL,
	"user" uuid,
	"user_email" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"details" jsonb
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order" uuid NOT NULL,
	"order_cart" uuid,
	"position" integer NOT NULL,
	"product_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"variant_group" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"image" text,
	"product_num" text NOT NULL,
	"bin_location" text DEFAULT '' NOT NULL,
	"variant_ref" text,
	"vendor" text DEFAULT '' NOT NULL,
	"quantity" integer NOT NULL,
	"fulfilled" integer DEFAULT 0 NOT NULL,
	"returned" integer DEFAULT 0 NOT NULL,
	"stock_taken" integer DEFAULT 0 NOT NULL,
	"price" bigint NOT NULL,
	"original_price" bigint NOT NULL,
	"price_source" text DEFAULT 'base' NOT NULL,
	"cost" bigint,
	"lb" smallint DEFAULT 0 NOT NULL,
	"oz" numeric(6, 2) DEFAULT 0 NOT NULL,
	"piece_size" integer DEFAULT 1 NOT NULL,
	"stock" integer DEFAULT 0 NOT NULL,
	"drop_ship" boolean DEFAULT false NOT NULL,
	"is_bundle" boolean DEFAULT false NOT NULL,
	"bundle_discount_per" numeric(5, 2) DEFAULT 0 NOT NULL,
	"whole_sale_qty_one" integer,
	"whole_sale_price_one" bigint,
	"whole_sale_qty_two" integer,
	"whole_sale_price_two" bigint,
	"whole_sale_qty_three" integer,
	"whole_sale_price_three" bigint,
	"item_shipping" bigint NOT NULL,
	"item_tax" bigint NOT NULL,
	"item_discount" bigint NOT NULL,
	"item_credit" bigint NOT NULL,
	"room" text DEFAULT '' NOT NULL,
	CONSTRAINT "order_lines_price_source" CHECK ("order_lines"."price_source" in ('base', 'wholesale', 'tier', 'special', 'quoted', 'override', 'free')),
	CONSTRAINT "order_lines_quantity" CHECK ("order_lines"."quantity" >= 1),
	CONSTRAINT "order_lines_fulfilled" CHECK ("order_lines"."fulfilled" between 0 and "order_lines"."quantity"),
	CONSTRAINT "order_lines_returned" CHECK ("order_lines"."returned" between 0 and "order_lines"."quantity"),
	CONSTRAINT "order_lines_amounts" CHECK ("order_lines"."price" >= 0 and "order_lines"."original_price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_number" integer DEFAULT nextval('order_numbers') NOT NULL,
	"order_key" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"request_hash" text NOT NULL,
	"user" uuid,
	"company" uuid,
	"created_by" uuid,
	"status" text NOT NULL,
	"order_name" text DEFAULT '' NOT NULL,
	"coupon_code" text DEFAULT '' NOT NULL,
	"payment_type" text NOT NULL,
	"shipping_method" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"shipping_address" text DEFAULT '' NOT NULL,
	"shipping_city" text DEFAULT '' NOT NULL,
	"shipping_state" text DEFAULT '' NOT NULL,
	"shipping_zip" text DEFAULT '' NOT NULL,
	"billing_address" text DEFAULT '' NOT NULL,
	"billing_city" text DEFAULT '' NOT NULL,
	"billing_state" text DEFAULT '' NOT NULL,
	"billing_zip" text DEFAULT '' NOT NULL,
	"business_name" text DEFAULT '' NOT NULL,
	"business_email" text DEFAULT '' NOT NULL,
	"associated_account_number" text DEFAULT '' NOT NULL,
	"customer_ref" text,
	"salesman" text DEFAULT '' NOT NULL,
	"date" date NOT NULL,
	"delivery_date" date NOT NULL,
	"sub_total" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"shipping" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"tax_rate" numeric(7, 6) NOT NULL,
	"store_credit" bigint NOT NULL,
	"total" bigint NOT NULL,
	"amount_paid" bigint DEFAULT 0 NOT NULL,
	"amount_refunded" bigint DEFAULT 0 NOT NULL,
	"paid" boolean GENERATED ALWAYS AS ((status not in ('Held', 'Canceled') and amount_paid >= total)) STORED NOT NULL,
	"finished" boolean GENERATED ALWAYS AS ((status not in ('Held', 'Canceled') and amount_paid >= total)) STORED NOT NULL,
	"order_return" boolean DEFAULT false NOT NULL,
	"quickbooks_id" text,
	"po_number" text DEFAULT '' NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"held_until" timestamptz,
	"due_date" date,
	"tracking" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"test" boolean DEFAULT false NOT NULL,
	"alert" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "orders_orderNumber_unique" UNIQUE("order_number"),
	CONSTRAINT "orders_idempotencyKey_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "orders_status_of" CHECK ("orders"."status" in ('Held', 'Submitted', 'Processing', 'Ready', 'Shipped', 'Completed', 'Canceled')),
	CONSTRAINT "orders_payment_type" CHECK ("orders"."payment_type" in ('credit-card', 'Terms', 'Check', 'Cash')),
	CONSTRAINT "orders_shipping_method" CHECK ("orders"."shipping_method" in ('local', 'standard', 'ground', 'fedex', 'air', 'freight')),
	CONSTRAINT "orders_amounts" CHECK ("orders"."sub_total" >= 0 and "orders"."discount" >= 0 and "orders"."shipping" >= 0 and "orders"."tax" >= 0 and "orders"."store_credit" >= 0 and "orders"."total" >= 0),
	CONSTRAINT "orders_total" CHECK ("orders"."total" = "orders"."shipping" + "orders"."tax" + "orders"."sub_total" - "orders"."discount" - "orders"."store_credit"),
	CONSTRAINT "orders_paid_bounds" CHECK ("orders"."amount_paid" >= 0 and "orders"."amount_paid" <= "orders"."total" and "orders"."amount_refunded" >= 0),
	CONSTRAINT "orders_held_until" CHECK ("orders"."status" <> 'Held' or "orders"."held_until" is not null),
	CONSTRAINT "orders_tax_rate" CHECK ("orders"."tax_rate" between 0 and 0.25)
);
--> statement-breakpoint
CREATE TABLE "account_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company" uuid NOT NULL,
	"order" uuid,
	"payment" uuid,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"details" jsonb,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "account_entries_kind" CHECK ("account_entries"."kind" in ('charge', 'payment', 'credit', 'cancel')),
	CONSTRAINT "account_entries_sign" CHECK (("account_entries"."kind" = 'charge') = ("account_entries"."amount" > 0) and "account_entries"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "gateway_events" (
	"event_id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"reference" text,
	"received_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_allocations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment" uuid NOT NULL,
	"order" uuid NOT NULL,
	"order_cart" uuid,
	"amount" bigint NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "payment_allocations_amount" CHECK ("payment_allocations"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order" uuid NOT NULL,
	"purpose" text DEFAULT 'order' NOT NULL,
	"provider" text NOT NULL,
	"method" text DEFAULT 'card' NOT NULL,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"idempotency_key" text NOT NULL,
	"reference" text,
	"decline_reason" text,
	"user" uuid,
	"attempts" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	"settled_at" timestamptz,
	CONSTRAINT "payments_idempotencyKey_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('starting', 'requires_action', 'succeeded', 'declined', 'unknown', 'canceled')),
	CONSTRAINT "payments_purpose" CHECK ("payments"."purpose" in ('order', 'delayed')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment" uuid NOT NULL,
	"order" uuid NOT NULL,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"idempotency_key" text NOT NULL,
	"reference" text,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"settled_at" timestamptz,
	CONSTRAINT "refunds_idempotencyKey_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "refunds_status" CHECK ("refunds"."status" in ('starting', 'succeeded', 'failed', 'unknown')),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "saved_cards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user" uuid NOT NULL,
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"exp_month" smallint NOT NULL,
	"exp_year" smallint NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "saved_cards_last4" CHECK ("saved_cards"."last4" ~ '^[0-9]{4}$'),
	CONSTRAINT "saved_cards_month" CHECK ("saved_cards"."exp_month" between 1 and 12)
);
--> statement-breakpoint
CREATE TABLE "store_credit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user" uuid,
	"company" uuid,
	"amount" bigint NOT NULL,
	"kind" text NOT NULL,
	"order" uuid,
	"note" text DEFAULT '' NOT NULL,
	"created_by" uuid,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "store_credit_entries_owner" CHECK (("store_credit_entries"."user" is null) <> ("store_credit_entries"."company" is null)),
	CONSTRAINT "store_credit_entries_kind" CHECK ("store_credit_entries"."kind" in ('granted', 'used', 'returned')),
	CONSTRAINT "store_credit_entries_sign" CHECK (("store_credit_entries"."kind" = 'used') = ("store_credit_entries"."amount" < 0) and "store_credit_entries"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"path" text NOT NULL,
	"kind" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	"uploaded_by" uuid,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "photos_hash_unique" UNIQUE("hash"),
	CONSTRAINT "photos_size" CHECK ("photos"."width" > 0 and "photos"."height" > 0 and "photos"."bytes" > 0)
);
--> statement-breakpoint
CREATE TABLE "product_pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product" uuid NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"path" text,
	"source" text,
	"alt" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'ready' NOT NULL,
	"failure" text,
	CONSTRAINT "product_pictures_status" CHECK ("product_pictures"."status" in ('ready', 'waiting', 'failed')),
	CONSTRAINT "product_pictures_ready" CHECK ("product_pictures"."status" <> 'ready' or "product_pictures"."path" is not null)
);
--> statement-breakpoint
CREATE TABLE "product_tags" (
	"product" uuid NOT NULL,
	"tag" uuid NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "product_tags_product_tag_pk" PRIMARY KEY("product","tag")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"type" text DEFAULT 'Accessory' NOT NULL,
	"location_code" text DEFAULT '' NOT NULL,
	"image" text,
	"flammable" boolean DEFAULT false NOT NULL,
	"publish" boolean DEFAULT false NOT NULL,
	"sale" boolean DEFAULT false NOT NULL,
	"is_bundle" boolean DEFAULT false NOT NULL,
	"vendor" text,
	"options" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"variant_layout" smallint DEFAULT 0 NOT NULL,
	"drop_ship" boolean DEFAULT false NOT NULL,
	"local" boolean DEFAULT false NOT NULL,
	"purchased" integer DEFAULT 0 NOT NULL,
	"average_rating" numeric(3, 2) DEFAULT 0 NOT NULL,
	"review_count" integer DEFAULT 0 NOT NULL,
	"related_product_text" text DEFAULT '' NOT NULL,
	"import_key" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	"deleted_at" timestamptz,
	CONSTRAINT "products_importKey_unique" UNIQUE("import_key"),
	CONSTRAINT "products_title_present" CHECK ("products"."title" <> ''),
	CONSTRAINT "products_variant_layout" CHECK ("products"."variant_layout" >= 0),
	CONSTRAINT "products_purchased" CHECK ("products"."purchased" >= 0),
	CONSTRAINT "products_rating" CHECK ("products"."average_rating" between 0 and 5)
);
--> statement-breakpoint
CREATE TABLE "related_products" (
	"product" uuid NOT NULL,
	"related" uuid NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "related_products_product_related_pk" PRIMARY KEY("product","related"),
	CONSTRAINT "related_products_not_itself" CHECK ("related_products"."product" <> "related_products"."related")
);
--> statement-breakpoint
CREATE TABLE "return_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"return" uuid NOT NULL,
	"line" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "return_lines_quantity" CHECK ("return_lines"."quantity" >= 1 and "return_lines"."received" between 0 and "return_lines"."quantity")
);
--> statement-breakpoint
CREATE TABLE "returns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order" uuid NOT NULL,
	"user" uuid,
	"status" text DEFAULT 'Requested' NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"refund" bigint DEFAULT 0 NOT NULL,
	"quickbooks_id" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "returns_status_of" CHECK ("returns"."status" in ('Requested', 'Approved', 'Received', 'Refunded', 'Rejected')),
	CONSTRAINT "returns_refund" CHECK ("returns"."refund" >= 0)
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product" uuid NOT NULL,
	"user" uuid NOT NULL,
	"rating" smallint NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"approved" boolean DEFAULT true NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_rating" CHECK ("reviews"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "facet_counts" (
	"scope" integer NOT NULL,
	"kind" text NOT NULL,
	"value" integer NOT NULL,
	"products" integer NOT NULL,
	CONSTRAINT "facet_counts_scope_kind_value_pk" PRIMARY KEY("scope","kind","value")
);
--> statement-breakpoint
CREATE TABLE "facet_values" (
	"key" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "facet_values_key_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_search" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"published" boolean NOT NULL,
	"sale" boolean DEFAULT false NOT NULL,
	"sort_title" text NOT NULL,
	"vendor" integer,
	"tags" integer[] NOT NULL,
	"facets" integer[] NOT NULL,
	"min_price" bigint NOT NULL,
	"max_price" bigint NOT NULL,
	"in_stock" boolean NOT NULL,
	"any_out" boolean NOT NULL,
	"purchased" integer DEFAULT 0 NOT NULL,
	"created_day" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_text" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"search_text" text NOT NULL,
	"words" "tsvector" NOT NULL,
	"purchased" integer DEFAULT 0 NOT NULL,
	"published" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"products" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_terms" (
	"term" text PRIMARY KEY NOT NULL,
	"searches" integer DEFAULT 1 NOT NULL,
	"results" integer NOT NULL,
	"last_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shipping_tiers" (
	"position" smallint PRIMARY KEY NOT NULL,
	"price" bigint NOT NULL,
	"cost" bigint NOT NULL,
	CONSTRAINT "shipping_tiers_position" CHECK ("shipping_tiers"."position" between 1 and 5),
	CONSTRAINT "shipping_tiers_amounts" CHECK ("shipping_tiers"."price" >= 0 and "shipping_tiers"."cost" >= 0)
);
--> statement-breakpoint
CREATE TABLE "site_settings" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"hours_of_operation" jsonb NOT NULL,
	"closed_note" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"tax" numeric(7, 6) DEFAULT '0.0825' NOT NULL,
	"time_zone" text DEFAULT 'America/Chicago' NOT NULL,
	"special_accounts" uuid[] DEFAULT '{}' NOT NULL,
	"terms_days" integer DEFAULT 30 NOT NULL,
	"popular_searches" text[] DEFAULT '{}' NOT NULL,
	"synonyms" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"switches" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "site_settings_only" CHECK ("site_settings"."only"),
	CONSTRAINT "site_settings_tax" CHECK ("site_settings"."tax" >= 0 and "site_settings"."tax" <= 0.25),
	CONSTRAINT "site_settings_special" CHECK (cardinality("site_settings"."special_accounts") <= 2),
	CONSTRAINT "site_settings_terms_days" CHECK ("site_settings"."terms_days" between 0 and 365)
);
--> statement-breakpoint
CREATE TABLE "bought_together" (
	"product" uuid NOT NULL,
	"other" uuid NOT NULL,
	"orders" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "bought_together_product_other_pk" PRIMARY KEY("product","other"),
	CONSTRAINT "bought_together_pair" CHECK ("bought_together"."product" <> "bought_together"."other")
);
--> statement-breakpoint
CREATE TABLE "learned_orders" (
	"order" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_suggestions" (
	"product" uuid NOT NULL,
	"suggestion" uuid NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "product_suggestions_product_suggestion_pk" PRIMARY KEY("product","suggestion"),
	CONSTRAINT "product_suggestions_not_itself" CHECK ("product_suggestions"."product" <> "product_suggestions"."suggestion")
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" integer GENERATED ALWAYS AS IDENTITY (sequence name "tags_key_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"type" text DEFAULT 'Tag' NOT NULL,
	"category" uuid,
	"image" text,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "tags_key_unique" UNIQUE("key"),
	CONSTRAINT "tags_type" CHECK ("tags"."type" in ('Category', 'Subcategory', 'Tag')),
	CONSTRAINT "tags_name_present" CHECK ("tags"."name" <> ''),
	CONSTRAINT "tags_category_of_subcategory" CHECK (("tags"."type" = 'Subcategory') = ("tags"."category" is not null))
);
--> statement-breakpoint
CREATE TABLE "product_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"filters" uuid[] DEFAULT '{}' NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "product_templates_name_present" CHECK ("product_templates"."name" <> '')
);
--> statement-breakpoint
CREATE TABLE "favorites" (
	"user" uuid NOT NULL,
	"variant" uuid NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "favorites_user_variant_pk" PRIMARY KEY("user","variant")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"email_confirmed_at" timestamptz,
	"phone" text DEFAULT '' NOT NULL,
	"permission_level" text DEFAULT 'Retail' NOT NULL,
	"role" text,
	"company" uuid,
	"spending_limit" bigint,
	"shipping_address" text DEFAULT '' NOT NULL,
	"shipping_city" text DEFAULT '' NOT NULL,
	"shipping_state" text DEFAULT '' NOT NULL,
	"shipping_zip" text DEFAULT '' NOT NULL,
	"billing_address" text DEFAULT '' NOT NULL,
	"billing_city" text DEFAULT '' NOT NULL,
	"billing_state" text DEFAULT '' NOT NULL,
	"billing_zip" text DEFAULT '' NOT NULL,
	"payment_type" text,
	"shipping_method" text,
	"registered_fully" boolean DEFAULT false NOT NULL,
	"password_hash" text,
	"google_sub" text,
	"avatar" text,
	"gateway_customer" text,
	"notify" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	"deleted_at" timestamptz,
	CONSTRAINT "users_googleSub_unique" UNIQUE("google_sub"),
	CONSTRAINT "users_permission_level" CHECK ("users"."permission_level" in ('Admin', 'Employee', 'Commercial', 'Retail')),
	CONSTRAINT "users_role" CHECK ("users"."role" in ('Primary', 'Member')),
	CONSTRAINT "users_payment_type" CHECK ("users"."payment_type" in ('credit-card', 'Terms', 'Check', 'Cash')),
	CONSTRAINT "users_shipping_method" CHECK ("users"."shipping_method" in ('local', 'standard', 'ground', 'fedex', 'air', 'freight')),
	CONSTRAINT "users_role_needs_company" CHECK (("users"."company" is null) = ("users"."role" is null)),
	CONSTRAINT "users_email_present" CHECK ("users"."email" <> '')
);
--> statement-breakpoint
CREATE TABLE "bundle_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bundle" uuid NOT NULL,
	"variant" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "bundle_items_quantity" CHECK ("bundle_items"."quantity" >= 1),
	CONSTRAINT "bundle_items_not_itself" CHECK ("bundle_items"."bundle" <> "bundle_items"."variant")
);
--> statement-breakpoint
CREATE TABLE "variants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid,
	"position" integer DEFAULT 0 NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"vendor" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"options" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"variant_group" text DEFAULT '' NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"thumbnail" text,
	"image" text,
	"product_num" text NOT NULL,
	"stock" integer DEFAULT 0 NOT NULL,
	"back_order" boolean DEFAULT false NOT NULL,
	"drop_ship" boolean DEFAULT false NOT NULL,
	"price" bigint NOT NULL,
	"msrp" bigint,
	"cost" bigint,
	"piece_size" integer DEFAULT 1 NOT NULL,
	"whole_sale_qty_one" integer,
	"whole_sale_price_one" bigint,
	"whole_sale_qty_two" integer,
	"whole_sale_price_two" bigint,
	"whole_sale_qty_three" integer,
	"whole_sale_price_three" bigint,
	"bin_location" text DEFAULT '' NOT NULL,
	"quickbooks_id" text,
	"lb" smallint DEFAULT 0 NOT NULL,
	"oz" numeric(6, 2) DEFAULT 0 NOT NULL,
	"dimensions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_bundle" boolean DEFAULT false NOT NULL,
	"bundle_discount_per" numeric(5, 2) DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	"deleted_at" timestamptz,
	CONSTRAINT "variants_product_num_present" CHECK ("variants"."product_num" <> ''),
	CONSTRAINT "variants_stock" CHECK ("variants"."stock" >= 0 or "variants"."back_order" or "variants"."drop_ship"),
	CONSTRAINT "variants_amounts" CHECK ("variants"."price" >= 0 and coalesce("variants"."msrp", 0) >= 0 and coalesce("variants"."cost", 0) >= 0),
	CONSTRAINT "variants_piece_size" CHECK ("variants"."piece_size" >= 1),
	CONSTRAINT "variants_weight" CHECK ("variants"."lb" >= 0 and "variants"."oz" >= 0),
	CONSTRAINT "variants_bundle_discount" CHECK ("variants"."bundle_discount_per" between 0 and 100),
	CONSTRAINT "variants_wholesale_pairs" CHECK (("variants"."whole_sale_qty_one" is null) = ("variants"."whole_sale_price_one" is null)
        and ("variants"."whole_sale_qty_two" is null) = ("variants"."whole_sale_price_two" is null)
        and ("variants"."whole_sale_qty_three" is null) = ("variants"."whole_sale_price_three" is null)
        and ("variants"."whole_sale_qty_two" is null or "variants"."whole_sale_qty_one" is not null)
        and ("variants"."whole_sale_qty_three" is null or "variants"."whole_sale_qty_two" is not null)),
	CONSTRAINT "variants_wholesale_rising" CHECK (("variants"."whole_sale_qty_one" is null or ("variants"."whole_sale_qty_one" > 1 and "variants"."whole_sale_price_one" between 0 and "variants"."price"))
        and ("variants"."whole_sale_qty_two" is null or ("variants"."whole_sale_qty_two" > "variants"."whole_sale_qty_one" and "variants"."whole_sale_price_two" between 0 and "variants"."whole_sale_price_one"))
        and ("variants"."whole_sale_qty_three" is null or ("variants"."whole_sale_qty_three" > "variants"."whole_sale_qty_two" and "variants"."whole_sale_price_three" between 0 and "variants"."whole_sale_price_two")))
);
--> statement-breakpoint
CREATE TABLE "vendors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" integer GENERATED ALWAYS AS IDENTITY (sequence name "vendors_key_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"contact" text DEFAULT '' NOT NULL,
	"quickbooks_id" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "vendors_key_unique" UNIQUE("key"),
	CONSTRAINT "vendors_name_unique" UNIQUE("name"),
	CONSTRAINT "vendors_name_present" CHECK ("vendors"."name" <> '')
);
--> statement-breakpoint
ALTER TABLE "accounting_document_lines" ADD CONSTRAINT "accounting_document_lines_document_accounting_documents_id_fk" FOREIGN KEY ("document") REFERENCES "public"."accounting_documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_links" ADD CONSTRAINT "accounting_links_connection_accounting_connections_id_fk" FOREIGN KEY ("connection") REFERENCES "public"."accounting_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_runs" ADD CONSTRAINT "accounting_runs_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_impersonator_users_id_fk" FOREIGN KEY ("impersonator") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_cart_carts_id_fk" FOREIGN KEY ("cart") REFERENCES "public"."carts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_productid_products__id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_variantid_variants__id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "associated_accounts" ADD CONSTRAINT "associated_accounts_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "associated_accounts" ADD CONSTRAINT "associated_accounts_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_tiers" ADD CONSTRAINT "price_tiers_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_tiers" ADD CONSTRAINT "price_tiers_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "special_prices" ADD CONSTRAINT "special_prices_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "special_prices" ADD CONSTRAINT "special_prices_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "special_prices" ADD CONSTRAINT "special_prices_variant_variants_id_fk" FOREIGN KEY ("variant") REFERENCES "public"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_coupon_coupons_id_fk" FOREIGN KEY ("coupon") REFERENCES "public"."coupons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "filter_values" ADD CONSTRAINT "filter_values_template_filter_templates_id_fk" FOREIGN KEY ("template") REFERENCES "public"."filter_templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_runs" ADD CONSTRAINT "import_runs_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_entries" ADD CONSTRAINT "log_entries_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_bundle_items" ADD CONSTRAINT "order_bundle_items_line_order_lines_id_fk" FOREIGN KEY ("line") REFERENCES "public"."order_lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_carts" ADD CONSTRAINT "order_carts_order_orders_id_fk" FOREIGN KEY ("order") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_orders_id_fk" FOREIGN KEY ("order") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_orders_id_fk" FOREIGN KEY ("order") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_cart_order_carts_id_fk" FOREIGN KEY ("order_cart") REFERENCES "public"."order_carts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_entries" ADD CONSTRAINT "account_entries_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_entries" ADD CONSTRAINT "account_entries_order_orders_id_fk" FOREIGN KEY ("order") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_entries" ADD CONSTRAINT "account_entries_payment_payments_id_fk" FOREIGN KEY ("payment") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_allocations" ADD CONSTRAINT "payment_allocations_payment_payments_id_fk" FOREIGN KEY ("payment") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_allocations" ADD CONSTRAINT "payment_allocations_order_orders_id_fk" FOREIGN KEY ("order") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_allocations" ADD CONSTRAINT "payment_allocations_order_cart_order_carts_id_fk" FOREIGN KEY ("order_cart") REFERENCES "public"."order_carts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_orders_id_fk" FOREIGN KEY ("order") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_payments_id_fk" FOREIGN KEY ("payment") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_orders_id_fk" FOREIGN KEY ("order") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_cards" ADD CONSTRAINT "saved_cards_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_credit_entries" ADD CONSTRAINT "store_credit_entries_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_credit_entries" ADD CONSTRAINT "store_credit_entries_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_credit_entries" ADD CONSTRAINT "store_credit_entries_order_orders_id_fk" FOREIGN KEY ("order") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_credit_entries" ADD CONSTRAINT "store_credit_entries_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_pictures" ADD CONSTRAINT "product_pictures_product_products_id_fk" FOREIGN KEY ("product") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_tags" ADD CONSTRAINT "product_tags_product_products_id_fk" FOREIGN KEY ("product") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_tags" ADD CONSTRAINT "product_tags_tag_tags_id_fk" FOREIGN KEY ("tag") REFERENCES "public"."tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_vendor_vendors_name_fk" FOREIGN KEY ("vendor") REFERENCES "public"."vendors"("name") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "related_products" ADD CONSTRAINT "related_products_product_products_id_fk" FOREIGN KEY ("product") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "related_products" ADD CONSTRAINT "related_products_related_products_id_fk" FOREIGN KEY ("related") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_return_returns_id_fk" FOREIGN KEY ("return") REFERENCES "public"."returns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_line_order_lines_id_fk" FOREIGN KEY ("line") REFERENCES "public"."order_lines"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_order_orders_id_fk" FOREIGN KEY ("order") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_products_id_fk" FOREIGN KEY ("product") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_search" ADD CONSTRAINT "product_search_productid_products__id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_text" ADD CONSTRAINT "product_text_productid_products__id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bought_together" ADD CONSTRAINT "bought_together_product_products_id_fk" FOREIGN KEY ("product") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bought_together" ADD CONSTRAINT "bought_together_other_products_id_fk" FOREIGN KEY ("other") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_suggestions" ADD CONSTRAINT "product_suggestions_product_products_id_fk" FOREIGN KEY ("product") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_suggestions" ADD CONSTRAINT "product_suggestions_suggestion_products_id_fk" FOREIGN KEY ("suggestion") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_category_tags_id_fk" FOREIGN KEY ("category") REFERENCES "public"."tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_variant_variants_id_fk" FOREIGN KEY ("variant") REFERENCES "public"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_items" ADD CONSTRAINT "bundle_items_bundle_variants_id_fk" FOREIGN KEY ("bundle") REFERENCES "public"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_items" ADD CONSTRAINT "bundle_items_variant_variants_id_fk" FOREIGN KEY ("variant") REFERENCES "public"."variants"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_productid_products__id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_vendor_vendors_name_fk" FOREIGN KEY ("vendor") REFERENCES "public"."vendors"("name") ON DELETE restrict ON UPDATE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX "accounting_connections_realm" ON "accounting_connections" USING btree ("provider","realm");--> statement-breakpoint
CREATE UNIQUE INDEX "accounting_document_lines_position" ON "accounting_document_lines" USING btree ("document","position");--> statement-breakpoint
CREATE UNIQUE INDEX "accounting_documents_local" ON "accounting_documents" USING btree ("kind","local","party") WHERE "accounting_documents"."status" <> 'void';--> statement-breakpoint
CREATE UNIQUE INDEX "accounting_links_external" ON "accounting_links" USING btree ("connection","kind","quickbooks_id");--> statement-breakpoint
CREATE UNIQUE INDEX "accounting_links_local" ON "accounting_links" USING btree ("connection","kind","local");--> statement-breakpoint
CREATE UNIQUE INDEX "accounting_runs_one" ON "accounting_runs" USING btree ("status") WHERE "accounting_runs"."status" = 'running';--> statement-breakpoint
CREATE INDEX "accounting_runs_started" ON "accounting_runs" USING btree ("started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "api_keys_user" ON "api_keys" USING btree ("user");--> statement-breakpoint
CREATE INDEX "one_time_tokens_user" ON "one_time_tokens" USING btree ("user");--> statement-breakpoint
CREATE INDEX "rate_limits_resets" ON "rate_limits" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "cart_lines_variant" ON "cart_lines" USING btree ("cart","variant_id","variant_group");--> statement-breakpoint
CREATE INDEX "carts_user" ON "carts" USING btree ("user","updated_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "carts_state" ON "carts" USING btree ("state","updated_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "associated_accounts_email" ON "associated_accounts" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "companies_name" ON "companies" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "invitations_company" ON "invitations" USING btree ("company");--> statement-breakpoint
CREATE UNIQUE INDEX "price_tiers_company" ON "price_tiers" USING btree ("company","scope","ref") WHERE "price_tiers"."company" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "price_tiers_user" ON "price_tiers" USING btree ("user","scope","ref") WHERE "price_tiers"."user" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "special_prices_company" ON "special_prices" USING btree ("company","variant") WHERE "special_prices"."company" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "special_prices_user" ON "special_prices" USING btree ("user","variant") WHERE "special_prices"."user" is not null;--> statement-breakpoint
CREATE INDEX "special_prices_variant" ON "special_prices" USING btree ("variant");--> statement-breakpoint
CREATE INDEX "coupon_uses_customer" ON "coupon_uses" USING btree ("coupon","customer");--> statement-breakpoint
CREATE UNIQUE INDEX "coupons_code" ON "coupons" USING btree (lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "filter_templates_name" ON "filter_templates" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "filter_values_label" ON "filter_values" USING btree ("template",lower("label"));--> statement-breakpoint
CREATE INDEX "filter_values_template" ON "filter_values" USING btree ("template","position");--> statement-breakpoint
CREATE INDEX "import_runs_started" ON "import_runs" USING btree ("started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "layouts_page" ON "layouts" USING btree ("page","template","position");--> statement-breakpoint
CREATE INDEX "log_entries_date" ON "log_entries" USING btree ("date" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "log_entries_user" ON "log_entries" USING btree ("user_email","date" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "log_entries_subject" ON "log_entries" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "emails_created" ON "emails" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "emails_order" ON "emails" USING btree ("order");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "order_bundle_items_line" ON "order_bundle_items" USING btree ("line");--> statement-breakpoint
CREATE UNIQUE INDEX "order_carts_position" ON "order_carts" USING btree ("order","position");--> statement-breakpoint
CREATE INDEX "order_events_order" ON "order_events" USING btree ("order","date");--> statement-breakpoint
CREATE UNIQUE INDEX "order_lines_position" ON "order_lines" USING btree ("order","position");--> statement-breakpoint
CREATE INDEX "order_lines_variant" ON "order_lines" USING btree ("variant_id");--> statement-breakpoint
CREATE INDEX "orders_user" ON "orders" USING btree ("user","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_company" ON "orders" USING btree ("company","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_created" ON "orders" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("status","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_email" ON "orders" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "orders_held" ON "orders" USING btree ("held_until") WHERE "orders"."status" = 'Held';--> statement-breakpoint
CREATE INDEX "orders_open" ON "orders" USING btree ("company") WHERE "orders"."payment_type" = 'Terms' and "orders"."status" <> 'Canceled';--> statement-breakpoint
CREATE INDEX "account_entries_company" ON "account_entries" USING btree ("company","created_at");--> statement-breakpoint
CREATE INDEX "account_entries_order" ON "account_entries" USING btree ("order");--> statement-breakpoint
CREATE INDEX "payment_allocations_order" ON "payment_allocations" USING btree ("order");--> statement-breakpoint
CREATE INDEX "payment_allocations_payment" ON "payment_allocations" USING btree ("payment");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_open" ON "payments" USING btree ("order","purpose") WHERE "payments"."status" in ('starting', 'requires_action', 'unknown');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_reference" ON "payments" USING btree ("provider","reference");--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order");--> statement-breakpoint
CREATE INDEX "payments_unsettled" ON "payments" USING btree ("updated_at") WHERE "payments"."status" in ('starting', 'requires_action', 'unknown');--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order");--> statement-breakpoint
CREATE INDEX "refunds_unsettled" ON "refunds" USING btree ("created_at") WHERE "refunds"."status" in ('starting', 'unknown');--> statement-breakpoint
CREATE UNIQUE INDEX "saved_cards_reference" ON "saved_cards" USING btree ("provider","reference");--> statement-breakpoint
CREATE INDEX "saved_cards_user" ON "saved_cards" USING btree ("user");--> statement-breakpoint
CREATE INDEX "store_credit_entries_user" ON "store_credit_entries" USING btree ("user");--> statement-breakpoint
CREATE INDEX "store_credit_entries_company" ON "store_credit_entries" USING btree ("company");--> statement-breakpoint
CREATE UNIQUE INDEX "store_credit_entries_order" ON "store_credit_entries" USING btree ("order","kind");--> statement-breakpoint
CREATE INDEX "photos_kind" ON "photos" USING btree ("kind","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "product_pictures_product" ON "product_pictures" USING btree ("product","position");--> statement-breakpoint
CREATE UNIQUE INDEX "product_pictures_source" ON "product_pictures" USING btree ("product","source");--> statement-breakpoint
CREATE INDEX "product_tags_tag" ON "product_tags" USING btree ("tag");--> statement-breakpoint
CREATE INDEX "products_vendor" ON "products" USING btree ("vendor");--> statement-breakpoint
CREATE UNIQUE INDEX "return_lines_line" ON "return_lines" USING btree ("return","line");--> statement-breakpoint
CREATE INDEX "returns_order" ON "returns" USING btree ("order");--> statement-breakpoint
CREATE INDEX "returns_status" ON "returns" USING btree ("status","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_once" ON "reviews" USING btree ("product","user");--> statement-breakpoint
CREATE INDEX "reviews_user" ON "reviews" USING btree ("user");--> statement-breakpoint
CREATE UNIQUE INDEX "facet_values_pair" ON "facet_values" USING btree ("name","value");--> statement-breakpoint
CREATE INDEX "product_search_title" ON "product_search" USING btree ("sort_title" collate "C","product_id") WHERE "product_search"."published";--> statement-breakpoint
CREATE INDEX "product_search_price" ON "product_search" USING btree ("min_price","product_id") WHERE "product_search"."published";--> statement-breakpoint
CREATE INDEX "product_search_purchased" ON "product_search" USING btree ("purchased" DESC NULLS LAST,"product_id") WHERE "product_search"."published";--> statement-breakpoint
CREATE INDEX "product_search_vendor" ON "product_search" USING btree ("vendor") WHERE "product_search"."published";--> statement-breakpoint
CREATE INDEX "product_search_tags" ON "product_search" USING gin ("tags") WHERE "product_search"."published";--> statement-breakpoint
CREATE INDEX "product_search_facets" ON "product_search" USING gin ("facets") WHERE "product_search"."published";--> statement-breakpoint
CREATE INDEX "product_text_trigrams" ON "product_text" USING gin ("search_text" gin_trgm_ops) WHERE "product_text"."published";--> statement-breakpoint
CREATE INDEX "product_text_words" ON "product_text" USING gin ("words") WHERE "product_text"."published";--> statement-breakpoint
CREATE INDEX "product_text_purchased" ON "product_text" USING btree ("purchased" DESC NULLS LAST,"product_id") WHERE "product_text"."published";--> statement-breakpoint
CREATE INDEX "search_words_trigrams" ON "search_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "bought_together_most" ON "bought_together" USING btree ("product","orders" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "tags_name" ON "tags" USING btree ("type",lower("name"),coalesce("category", '00000000-0000-0000-0000-000000000000'::uuid));--> statement-breakpoint
CREATE INDEX "tags_category" ON "tags" USING btree ("category");--> statement-breakpoint
CREATE UNIQUE INDEX "product_templates_name" ON "product_templates" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email")) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_company" ON "users" USING btree ("company");--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "bundle_items_variant" ON "bundle_items" USING btree ("bundle","variant");--> statement-breakpoint
CREATE INDEX "bundle_items_of" ON "bundle_items" USING btree ("variant");--> statement-breakpoint
CREATE UNIQUE INDEX "variants_product_num" ON "variants" USING btree (lower("product_num")) WHERE "variants"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "variants_product" ON "variants" USING btree ("product_id","position") WHERE "variants"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "variants_vendor" ON "variants" USING btree ("vendor");--> statement-breakpoint
CREATE INDEX "variants_quickbooks" ON "variants" USING btree ("quickbooks_id");--> statement-breakpoint
CREATE INDEX "variants_center_to_center" ON "variants" USING btree ((("dimensions" -> 'centerToCenter' ->> 'mm')::numeric));--> statement-breakpoint
CREATE UNIQUE INDEX "vendors_name_ci" ON "vendors" USING btree (lower("name"));