ALTER TABLE "approvals" ADD COLUMN "request_hash" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "removed_at" timestamptz;