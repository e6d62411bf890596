DROP INDEX CONCURRENTLY IF EXISTS "exam_session_by_appointment";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_session_by_appointment" ON "exam_session" USING btree ("install_sid","appointment_date","sid");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_session_by_status";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_session_by_status" ON "exam_session" USING btree ("install_sid","status","appointment_date","sid");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_session_by_creation";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_session_by_creation" ON "exam_session" USING btree ("install_sid","created_date","sid");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_session_running";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_session_running" ON "exam_session" USING btree ("install_sid","appointment_date","sid") WHERE "exam_session"."status" in ('Scheduled', 'Incident') and "exam_session"."in_progress_date" is not null and "exam_session"."ended_date" is null;
