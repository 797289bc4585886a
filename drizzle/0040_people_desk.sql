CREATE INDEX CONCURRENTLY "users_listed" ON "users" USING btree (lower("name"),"id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_created" ON "users" USING btree ("created_at","id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_text" ON "users" USING gin (("name" || E'
' || "email" || E'
' || "phone" || E'
' || translate("phone", ' ().-+', '')) gin_trgm_ops);