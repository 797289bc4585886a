CREATE TABLE "comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" uuid NOT NULL,
	"by" uuid NOT NULL,
	"text" text NOT NULL,
	"mentions" uuid[] DEFAULT '{}' NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"edited_at" timestamptz,
	"edited_by" uuid,
	"deleted_at" timestamptz,
	"deleted_by" uuid,
	CONSTRAINT "comments_kind" CHECK ("comments"."kind" in ('order', 'user', 'company')),
	CONSTRAINT "comments_text" CHECK (("comments"."deleted_at" is null) = ("comments"."text" <> ''))
);
--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_edited_by_users_id_fk" FOREIGN KEY ("edited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_deleted_by_users_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_subject" ON "comments" USING btree ("subject","kind","created_at","id");