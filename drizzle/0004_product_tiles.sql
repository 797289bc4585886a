CREATE TABLE "product_tiles" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"tile" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product_tiles" ADD CONSTRAINT "product_tiles_productid_products__id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;