DROP INDEX CONCURRENTLY IF EXISTS "exam_session_attended";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_session_attended" ON "exam_session" USING btree ("install_sid","appointment_date") WHERE "exam_session"."status" in ('Processing', 'Incident') or ("exam_session"."status" = 'Scheduled' and "exam_session"."in_progress_date" is not null);