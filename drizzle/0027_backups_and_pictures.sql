CREATE TABLE "backup_state" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"succeeded_at" timestamptz,
	"filled_at" timestamptz,
	"failed_at" timestamptz,
	"failure" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"overdue_told" boolean DEFAULT false NOT NULL,
	CONSTRAINT "backup_state_only" CHECK ("backup_state"."only")
);
--> statement-breakpoint
CREATE TABLE "picture_holders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"folder" text NOT NULL,
	"seen_at" timestamptz NOT NULL
);
