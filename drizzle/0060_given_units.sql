CREATE TABLE "given_units" (
	"given" uuid NOT NULL,
	"line" uuid NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "given_units_given_line_pk" PRIMARY KEY("given","line"),
	CONSTRAINT "given_units_quantity" CHECK ("given_units"."quantity" > 0)
);
--> statement-breakpoint
ALTER TABLE "given_back" ADD COLUMN "shipping" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "given_units" ADD CONSTRAINT "given_units_given_given_back_id_fk" FOREIGN KEY ("given") REFERENCES "public"."given_back"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "given_units" ADD CONSTRAINT "given_units_line_order_lines_id_fk" FOREIGN KEY ("line") REFERENCES "public"."order_lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "given_units_line" ON "given_units" USING btree ("line");--> statement-breakpoint
ALTER TABLE "given_back" ADD CONSTRAINT "given_back_shipping" CHECK ("given_back"."shipping" between 0 and "given_back"."amount") NOT VALID;