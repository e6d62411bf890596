DROP INDEX CONCURRENTLY IF EXISTS "users_username_key";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "users_username_key" ON "users" USING btree ("install_sid",username_key("username"),"username_clash");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_last_name_key";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_last_name_key" ON "users" USING btree ("install_sid",name_key("last_name"),"sid","last_name");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_first_name_key";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_first_name_key" ON "users" USING btree ("install_sid",name_key("first_name"),"sid","first_name");
