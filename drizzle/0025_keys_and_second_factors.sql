CREATE TABLE "recovery_codes" (
	"hash" text PRIMARY KEY NOT NULL,
	"user" uuid NOT NULL,
	"used_at" timestamptz
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamptz,
	"last_step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waiting_sign_ins" (
	"hash" text PRIMARY KEY NOT NULL,
	"user" uuid NOT NULL,
	"expires_at" timestamptz NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "scopes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "on_account_up_to" bigint;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "from_before" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Keys from before scopes came keep their user's rights for 90 days more, or until the earlier end that they had.
UPDATE "api_keys" SET "from_before" = true,
	"expires_at" = least(coalesce("expires_at", 'infinity'::timestamptz), now() + interval '90 days');--> statement-breakpoint
ALTER TABLE "api_keys" ALTER COLUMN "expires_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "told_of_scopes_at" timestamptz;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "told_of_end_at" timestamptz;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "staff_need_second_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_sign_ins" ADD CONSTRAINT "waiting_sign_ins_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recovery_codes_user" ON "recovery_codes" USING btree ("user");--> statement-breakpoint
CREATE INDEX "waiting_sign_ins_user" ON "waiting_sign_ins" USING btree ("user");--> statement-breakpoint
CREATE INDEX "waiting_sign_ins_expires" ON "waiting_sign_ins" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_scopes" CHECK ("api_keys"."from_before" = (cardinality("api_keys"."scopes") = 0));--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_on_account" CHECK ("api_keys"."on_account_up_to" >= 0);