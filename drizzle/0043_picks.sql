CREATE TABLE "picks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order" uuid NOT NULL,
	"by" uuid NOT NULL,
	"begun_at" timestamptz DEFAULT now() NOT NULL,
	"seen_at" timestamptz DEFAULT now() NOT NULL,
	"list" text NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"turn" integer DEFAULT 0 NOT NULL,
	"end" text,
	"ended_at" timestamptz,
	CONSTRAINT "picks_end" CHECK ("picks"."end" in ('finished', 'left', 'taken over')),
	CONSTRAINT "picks_ended" CHECK (("picks"."end" is null) = ("picks"."ended_at" is null)),
	CONSTRAINT "picks_turn" CHECK ("picks"."turn" >= 0)
);
--> statement-breakpoint
ALTER TABLE "picks" ADD CONSTRAINT "picks_order_orders_id_fk" FOREIGN KEY ("order") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picks" ADD CONSTRAINT "picks_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "picks_open" ON "picks" USING btree ("order") WHERE "picks"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "picks_order" ON "picks" USING btree ("order","begun_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "picks_by" ON "picks" USING btree ("by");