DROP INDEX "variants_product";--> statement-breakpoint
CREATE INDEX "variants_product" ON "variants" USING btree ("product_id","position");