DROP INDEX CONCURRENTLY IF EXISTS "exam_session_expected";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_session_expected" ON "exam_session" USING btree ("appointment_end_date") WHERE "exam_session"."status" in ('Scheduled', 'Incident') and "exam_session"."ended_date" is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_session_waiting";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_session_waiting" ON "exam_session" USING btree ("exam_sid") WHERE "exam_session"."status" in ('Needs Proctor', 'Pending Approval', 'Approval Denied');
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_session_review_due";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_session_review_due" ON "exam_session" USING btree ("review_by_date") WHERE "exam_session"."status" = 'Processing' and "exam_session"."audit_status" is distinct from 'Overdue';
