DROP INDEX CONCURRENTLY IF EXISTS "exam_session_void_of_install";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_session_void_of_install" ON "exam_session" USING btree ("install_sid","sid") WHERE "exam_session"."cancelled_date" is not null and "exam_session"."status_reason" = 'void';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_session_void";
