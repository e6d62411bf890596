DROP INDEX CONCURRENTLY IF EXISTS "exam_listed";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_listed" ON "exam" USING btree ("install_sid") WHERE "exam"."status" <> 'deleted';