CREATE TABLE "backfills" (
	"name" text PRIMARY KEY NOT NULL,
	"at" text,
	"rows" integer DEFAULT 0 NOT NULL,
	"paused" boolean DEFAULT false NOT NULL,
	"begun_at" timestamptz DEFAULT now() NOT NULL,
	"moved_at" timestamptz DEFAULT now() NOT NULL,
	"done_at" timestamptz
);
