CREATE INDEX CONCURRENTLY "order_lines_open" ON "order_lines" USING btree ("order") WHERE "order_lines"."fulfilled" < "order_lines"."quantity";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_total" ON "orders" USING btree ("total","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_text" ON "orders" USING gin ((lower(("po_number" || E'
' || "order_name" || E'
' || "name" || E'
' || "email" || E'
' || "business_name") collate "C") || E'
' || "lines_text") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_unpaid" ON "orders" USING btree ("created_at" DESC NULLS LAST) WHERE not "orders"."paid" and "orders"."status" not in ('Held', 'Canceled');--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_alert" ON "orders" USING btree ("created_at" DESC NULLS LAST) WHERE "orders"."alert" <> '';