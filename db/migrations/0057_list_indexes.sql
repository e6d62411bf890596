DROP INDEX CONCURRENTLY IF EXISTS "course_listed_title";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "course_listed_title" ON "course" USING btree ("install_sid",name_key("title"),"sid") WHERE "course"."deleted_date" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "course_deleted";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "course_deleted" ON "course" USING btree ("install_sid","sid") WHERE "course"."deleted_date" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_written";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_written" ON "exam" USING btree ("install_sid","sid") WHERE "exam"."type" = 'Written' and "exam"."status" <> 'deleted';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_of_course";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exam_of_course" ON "exam" USING btree ("course_sid") WHERE "exam"."status" <> 'deleted';