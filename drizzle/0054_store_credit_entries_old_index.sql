DROP INDEX CONCURRENTLY "store_credit_entries_order";
