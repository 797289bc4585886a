CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"screen" text NOT NULL,
	"name" text NOT NULL,
	"query" jsonb NOT NULL,
	"columns" text[] DEFAULT '{}' NOT NULL,
	"density" text DEFAULT 'comfortable' NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"by" uuid NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_density" CHECK ("saved_views"."density" in ('comfortable', 'compact')),
	CONSTRAINT "saved_views_named" CHECK ("saved_views"."name" <> '')
);
--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_views_screen" ON "saved_views" USING btree ("screen","position","id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("by","screen",lower("name"));
