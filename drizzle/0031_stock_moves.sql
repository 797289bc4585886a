CREATE TABLE "stock_moves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"variant" uuid NOT NULL,
	"date" timestamptz DEFAULT clock_timestamp() NOT NULL,
	"reason" text NOT NULL,
	"pieces" integer NOT NULL,
	"after" integer NOT NULL,
	"order" uuid,
	"return" uuid,
	"user" uuid,
	CONSTRAINT "stock_moves_reason" CHECK ("stock_moves"."reason" in ('opening', 'order', 'cancel', 'release', 'return', 'count', 'import', 'unexplained'))
);
--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_variant_variants_id_fk" FOREIGN KEY ("variant") REFERENCES "public"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_user_users_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_moves_variant" ON "stock_moves" USING btree ("variant","date");--> statement-breakpoint
CREATE INDEX "stock_moves_user" ON "stock_moves" USING btree ("user") WHERE "stock_moves"."user" is not null;