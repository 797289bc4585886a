CREATE INDEX CONCURRENTLY "emails_newest" ON "emails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "emails_of_status" ON "emails" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "emails_of_template" ON "emails" USING btree ("template","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "emails_text" ON "emails" USING gin (("to" || E'\n' || "subject") gin_trgm_ops);--> statement-breakpoint
DROP INDEX CONCURRENTLY "emails_created";