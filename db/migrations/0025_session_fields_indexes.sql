DROP INDEX CONCURRENTLY IF EXISTS "exam_cancellation_policy_sid_index";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_cancellation_policy_sid_index" ON "exam" USING btree ("cancellation_policy_sid");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_session_reserved";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_session_reserved" ON "exam_session" USING btree ("external_reserved_appointment_expires") WHERE "exam_session"."external_reserved_appointment_expires" is not null and "exam_session"."status" not in ('Closed', 'Processing') and "exam_session"."ended_date" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_session_cancellation_policy_version_sid_index";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_session_cancellation_policy_version_sid_index" ON "exam_session" USING btree ("cancellation_policy_version_sid");
