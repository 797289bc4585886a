CREATE INDEX CONCURRENTLY "orders_customer" ON "orders" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_due" ON "orders" USING btree (coalesce("due_date", 'infinity'::date),"id");
