CREATE UNIQUE INDEX CONCURRENTLY "store_credit_entries_use" ON "store_credit_entries" USING btree ("order","kind") WHERE "store_credit_entries"."return" is null and "store_credit_entries"."edit" is null and "store_credit_entries"."given" is null;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "store_credit_entries_edit" ON "store_credit_entries" USING btree ("edit","kind");
