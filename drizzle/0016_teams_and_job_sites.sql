CREATE TABLE "company_addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company" uuid NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip" text NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exemption_certificates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company" uuid NOT NULL,
	"uploaded_by" uuid,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"content" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "exemption_certificates_bytes" CHECK ("exemption_certificates"."bytes" > 0)
);
--> statement-breakpoint
CREATE TABLE "part_numbers" (
	"company" uuid NOT NULL,
	"variant" uuid NOT NULL,
	"part_number" text NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "part_numbers_company_variant_pk" PRIMARY KEY("company","variant"),
	CONSTRAINT "part_numbers_present" CHECK ("part_numbers"."part_number" <> '')
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company" uuid NOT NULL,
	"user" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"idempotency_key" text NOT NULL,
	"cart_ids" uuid[] NOT NULL,
	"checkout" jsonb NOT NULL,
	"total" bigint NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamptz,
	"answer" text DEFAULT '' NOT NULL,
	"order" uuid,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "approvals_idempotencyKey_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "approvals_state" CHECK ("approvals"."state" in ('waiting', 'approved', 'ordered', 'declined', 'withdrawn')),
	CONSTRAINT "approvals_decided" CHECK (("approvals"."state" in ('waiting', 'withdrawn')) = ("approvals"."decided_at" is null)),
	CONSTRAINT "approvals_total" CHECK ("approvals"."total" >= 0)
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "po_required" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "spending_limit" bigint;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "part_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "company_addresses" ADD CONSTRAINT "company_addresses_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exemption_certificates" ADD CONSTRAINT "exemption_certificates_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exemption_certificates" ADD CONSTRAINT "exemption_certificates_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_numbers" ADD CONSTRAINT "part_numbers_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_numbers" ADD CONSTRAINT "part_numbers_variant_variants_id_fk" FOREIGN KEY ("variant") REFERENCES "public"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_order_orders_id_fk" FOREIGN KEY ("order") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "company_addresses_name" ON "company_addresses" USING btree ("company",lower("name"));--> statement-breakpoint
CREATE INDEX "exemption_certificates_company" ON "exemption_certificates" USING btree ("company","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "part_numbers_number" ON "part_numbers" USING btree ("company",lower("part_number"));--> statement-breakpoint
CREATE INDEX "part_numbers_variant" ON "part_numbers" USING btree ("variant");--> statement-breakpoint
CREATE INDEX "approvals_company" ON "approvals" USING btree ("company","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "approvals_user" ON "approvals" USING btree ("user");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open" ON "invitations" USING btree ("company",lower("email")) WHERE "invitations"."accepted_at" is null;