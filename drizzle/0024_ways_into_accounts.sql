CREATE TABLE "email_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user" uuid NOT NULL,
	"old_email" text NOT NULL,
	"new_email" text NOT NULL,
	"asked_as" text NOT NULL,
	"asked_by" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"needs_consent" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"new_confirmed_at" timestamptz,
	"old_confirmed_at" timestamptz,
	"decided_by" uuid,
	"decided_at" timestamptz,
	"objected_at" timestamptz,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"done_at" timestamptz,
	CONSTRAINT "email_changes_asked_as" CHECK ("email_changes"."asked_as" in ('owner', 'Employee', 'Admin')),
	CONSTRAINT "email_changes_state" CHECK ("email_changes"."state" in ('waiting', 'done', 'withdrawn', 'refused', 'undone')),
	CONSTRAINT "email_changes_done" CHECK ("email_changes"."state" not in ('done', 'undone') or "email_changes"."done_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "mail_links" (
	"email" uuid PRIMARY KEY NOT NULL,
	"urls" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "one_time_tokens" DROP CONSTRAINT "one_time_tokens_purpose";--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD COLUMN "change" uuid;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_links" ADD CONSTRAINT "mail_links_email_emails_id_fk" FOREIGN KEY ("email") REFERENCES "public"."emails"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_waiting" ON "email_changes" USING btree ("user") WHERE "email_changes"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "email_changes_user" ON "email_changes" USING btree ("user","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "email_changes_given_up" ON "email_changes" USING btree (lower("old_email")) WHERE "email_changes"."state" = 'done';--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_change_email_changes_id_fk" FOREIGN KEY ("change") REFERENCES "public"."email_changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "one_time_tokens_change" ON "one_time_tokens" USING btree ("change");--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_purpose" CHECK ("one_time_tokens"."purpose" in ('reset-password', 'confirm-email', 'agree-email', 'undo-email', 'first-admin'));