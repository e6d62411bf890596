DROP INDEX CONCURRENTLY IF EXISTS "users_install_sid_last_name_sid_index";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_install_sid_first_name_sid_index";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_listed";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_listed" ON "users" USING btree ("install_sid","created_date","sid") WHERE "users"."merged_into_sid" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_listed_last_name";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_listed_last_name" ON "users" USING btree ("install_sid",name_key("last_name"),"sid","last_name") WHERE "users"."merged_into_sid" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_listed_first_name";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_listed_first_name" ON "users" USING btree ("install_sid",name_key("first_name"),"sid","first_name") WHERE "users"."merged_into_sid" is null;
