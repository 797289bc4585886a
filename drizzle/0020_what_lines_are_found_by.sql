ALTER TABLE "orders" ADD COLUMN "lines_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE "orders" SET "lines_text" = "found"."text" FROM (
  SELECT "order", string_agg(lower("name" || E'\n' || "product_num" || E'\n' || "part_number"), E'\n' ORDER BY "position") AS "text"
  FROM "order_lines" GROUP BY "order") "found" WHERE "found"."order" = "orders"."id";
