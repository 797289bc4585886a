ALTER TABLE "emails" ADD COLUMN "reply_to" text;--> statement-breakpoint
CREATE INDEX "emails_unsent" ON "emails" USING btree ("status") WHERE "emails"."status" in ('queued', 'failed');