-- The previous build uses the new indexes, which begin with the columns of those that are dropped afterwards.
DROP INDEX CONCURRENTLY IF EXISTS "exam_session_queue";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_session_queue" ON "exam_session" USING btree ("install_sid","appointment_date","sid","user_sid");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_session_queue_of_status";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_session_queue_of_status" ON "exam_session" USING btree ("install_sid","status","appointment_date","sid","user_sid");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_session_queue_by_creation";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_session_queue_by_creation" ON "exam_session" USING btree ("install_sid","created_date","sid","user_sid");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "session_pair_of_status";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "session_pair_of_status" ON "session_pair" USING btree ("install_sid","status","created_date","session_sid");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "session_pair_of_user";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "session_pair_of_user" ON "session_pair" USING btree ("install_sid","user_sid","created_date","session_sid");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_erased";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_erased" ON "users" USING btree ("install_sid","sid") WHERE "users"."erased_date" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_merged";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_merged" ON "users" USING btree ("install_sid") WHERE "users"."merged_into_sid" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "enrollment_instructors";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "enrollment_instructors" ON "enrollment" USING btree ("course_sid","created_date","sid") WHERE "enrollment"."role" = 'instructor';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_session_by_appointment";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_session_by_status";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_session_by_creation";