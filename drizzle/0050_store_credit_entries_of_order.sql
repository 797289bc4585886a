CREATE INDEX CONCURRENTLY "store_credit_entries_of_order" ON "store_credit_entries" USING btree ("order");
