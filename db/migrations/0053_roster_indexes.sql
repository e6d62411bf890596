DROP INDEX CONCURRENTLY IF EXISTS "enrollment_section_ends";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_dated_roles";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "enrollment_section_ends" ON "enrollment_section" USING btree ("section_sid","end_date") WHERE "enrollment_section"."end_date" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_dated_roles" ON "users" USING btree ("install_sid") WHERE "users"."roster_roles" @? '$.*.* ? (@ like_regex "^[0-9]")';
