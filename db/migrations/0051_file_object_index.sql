DROP INDEX CONCURRENTLY IF EXISTS "file_of_object";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "file_of_object" ON "file" USING btree ("object_sid") WHERE "file"."object_sid" is not null;