CREATE TABLE "search_misses" (
	"words" text PRIMARY KEY NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"last" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product_search" ADD COLUMN "head" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "variant_search" ADD COLUMN "sizes" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "search_misses_last" ON "search_misses" USING btree ("last");