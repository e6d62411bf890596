-- An attempt that has ended no longer stands in the way of the next one. The next migration replaces exam_session_active.
DROP INDEX CONCURRENTLY IF EXISTS "exam_session_active_attempt";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "exam_session_active_attempt" ON "exam_session" USING btree ("enrollment_sid","exam_sid") WHERE "exam_session"."status" in ('Needs Proctor', 'Pending Approval', 'Approval Denied', 'Scheduled') or ("exam_session"."status" = 'Incident' and "exam_session"."ended_date" is null);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_session_void";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_session_void" ON "exam_session" USING btree ("sid") WHERE "exam_session"."cancelled_date" is not null and "exam_session"."status_reason" = 'void';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "event_type_code";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "event_type_code" ON "event_type" USING btree ("install_sid","code") WHERE "event_type"."code" is not null;
