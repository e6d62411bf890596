DROP INDEX CONCURRENTLY IF EXISTS "course_lms_id";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "course_lms_id" ON "course" USING btree ("install_sid","lms_id") WHERE ("course"."lms_id" is not null and "course"."deleted_date" is null);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "course_sis_id";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "course_sis_id" ON "course" USING btree ("install_sid","sis_id") WHERE ("course"."sis_id" is not null and "course"."deleted_date" is null);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "course_api_id";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "course_api_id" ON "course" USING btree ("install_sid","api_id") WHERE ("course"."api_id" is not null and "course"."deleted_date" is null);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "course_external_id";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "course_external_id" ON "course" USING btree ("install_sid","external_id") WHERE ("course"."external_id" is not null and "course"."deleted_date" is null);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "course_offering_lms_id";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "course_offering_lms_id" ON "course_offering" USING btree ("install_sid","lms_id") WHERE "course_offering"."lms_id" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "course_offering_sis_id";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "course_offering_sis_id" ON "course_offering" USING btree ("install_sid","sis_id") WHERE "course_offering"."sis_id" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "course_offering_api_id";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "course_offering_api_id" ON "course_offering" USING btree ("install_sid","api_id") WHERE "course_offering"."api_id" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "course_offering_external_id";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "course_offering_external_id" ON "course_offering" USING btree ("install_sid","external_id") WHERE "course_offering"."external_id" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_lms_id";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "exam_lms_id" ON "exam" USING btree ("install_sid","lms_id") WHERE ("exam"."lms_id" is not null and "exam"."status" <> 'deleted');
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_sis_id";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "exam_sis_id" ON "exam" USING btree ("install_sid","sis_id") WHERE ("exam"."sis_id" is not null and "exam"."status" <> 'deleted');
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_api_id";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "exam_api_id" ON "exam" USING btree ("install_sid","api_id") WHERE ("exam"."api_id" is not null and "exam"."status" <> 'deleted');
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_external_id";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "exam_external_id" ON "exam" USING btree ("install_sid","external_id") WHERE ("exam"."external_id" is not null and "exam"."status" <> 'deleted');
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_lms_id";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "users_lms_id" ON "users" USING btree ("install_sid","lms_id") WHERE "users"."lms_id" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_sis_id";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "users_sis_id" ON "users" USING btree ("install_sid","sis_id") WHERE "users"."sis_id" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_api_id";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "users_api_id" ON "users" USING btree ("install_sid","api_id") WHERE "users"."api_id" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_external_id";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "users_external_id" ON "users" USING btree ("install_sid","external_id") WHERE "users"."external_id" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "course_install_sid_lms_id_index";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "course_install_sid_sis_id_index";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "course_install_sid_api_id_index";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "course_install_sid_external_id_index";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "course_offering_install_sid_sis_id_index";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_install_sid_lms_id_index";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_install_sid_sis_id_index";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_install_sid_api_id_index";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_install_sid_external_id_index";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_install_sid_lms_id_index";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_install_sid_sis_id_index";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_install_sid_api_id_index";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_install_sid_external_id_index";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_session_reviewer";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_session_reviewer" ON "exam_session" USING btree ("review_by_user_sid") WHERE "exam_session"."review_by_user_sid" is not null;
