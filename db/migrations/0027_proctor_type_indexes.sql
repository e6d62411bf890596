DROP INDEX CONCURRENTLY IF EXISTS "exam_proctor_group";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_proctor_group" ON "exam" USING btree ("proctor_group_sid") WHERE "exam"."proctor_group_sid" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_review_process";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_review_process" ON "exam" USING btree ("review_process_sid") WHERE "exam"."review_process_sid" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_session_by_type";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_session_by_type" ON "exam_session" USING btree ("install_sid","proctor_type_sid","appointment_date","sid") WHERE "exam_session"."proctor_type_sid" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_session_booked_by_type";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_session_booked_by_type" ON "exam_session" USING btree ("proctor_type_sid","appointment_date") WHERE "exam_session"."status" in ('Pending Approval', 'Scheduled', 'Incident') and "exam_session"."ended_date" is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_session_booked_by_group";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_session_booked_by_group" ON "exam_session" USING btree ("proctor_group_sid","appointment_date") WHERE "exam_session"."status" in ('Pending Approval', 'Scheduled', 'Incident') and "exam_session"."ended_date" is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_session_proctor_group";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_session_proctor_group" ON "exam_session" USING btree ("proctor_group_sid") WHERE "exam_session"."proctor_group_sid" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_session_review_process";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_session_review_process" ON "exam_session" USING btree ("proctor_review_process_sid") WHERE "exam_session"."proctor_review_process_sid" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "webhook_endpoint_notification";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "webhook_endpoint_notification" ON "webhook_endpoint" USING btree ("install_sid","url") WHERE "webhook_endpoint"."notification";
