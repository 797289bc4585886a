ALTER TABLE "product_pictures" ADD COLUMN "attempts" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "product_pictures" ADD COLUMN "due_at" timestamptz DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "image_source" text;--> statement-breakpoint
CREATE INDEX "product_pictures_waiting" ON "product_pictures" USING btree ("due_at") WHERE "product_pictures"."status" = 'waiting';