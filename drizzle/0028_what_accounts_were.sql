ALTER TABLE "sessions" ADD COLUMN "signed_in_at" timestamptz;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "to_staff" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "was_used" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- An address that took effect was confirmed; companies left are known from the log.
UPDATE "users" SET "was_used" = true
WHERE "id" IN (SELECT "user" FROM "email_changes" WHERE "state" IN ('done', 'undone'))
	OR "id" IN (SELECT "subject" FROM "log_entries"
		WHERE "type" = 'security' AND "category" = 'team' AND "before"->>'company' IS NOT NULL);--> statement-breakpoint
-- Whoever is of the staff, was when the account was deleted, or is known from the log to have been.
WITH "staff" AS (
	SELECT "id", lower("email") AS "email" FROM "users"
	WHERE "permission_level" IN ('Admin', 'Employee') OR "id" IN (SELECT "subject" FROM "log_entries"
		WHERE "type" = 'security' AND "category" = 'account' AND "before"->>'permissionLevel' IN ('Admin', 'Employee')))
UPDATE "emails" SET "to_staff" = true
WHERE "user" IN (SELECT "id" FROM "staff") OR lower("to") IN (SELECT "email" FROM "staff");