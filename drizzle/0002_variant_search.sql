CREATE TABLE "variant_search" (
	"variant_id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"price" bigint NOT NULL,
	"in_stock" boolean NOT NULL,
	"facets" integer[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "variant_search" ADD CONSTRAINT "variant_search_variantid_variants__id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variant_search" ADD CONSTRAINT "variant_search_productid_products__id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "variant_search_product" ON "variant_search" USING btree ("product_id");