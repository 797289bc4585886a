CREATE TABLE "stock_requests" (
	"variant" uuid NOT NULL,
	"user" uuid NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "stock_requests_variant_user_pk" PRIMARY KEY("variant","user")
);
--> statement-breakpoint
ALTER TABLE "exemption_certificates" ADD COLUMN "expires_on" date;--> statement-breakpoint
ALTER TABLE "exemption_certificates" ADD COLUMN "accepted_at" timestamptz;--> statement-breakpoint
ALTER TABLE "stock_requests" ADD CONSTRAINT "stock_requests_variant_variants_id_fk" FOREIGN KEY ("variant") REFERENCES "public"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_requests" ADD CONSTRAINT "stock_requests_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_requests_user" ON "stock_requests" USING btree ("user");