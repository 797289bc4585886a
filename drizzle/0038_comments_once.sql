ALTER TABLE "comments" ADD COLUMN "once_key" text;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_onceKey_unique" UNIQUE("once_key");