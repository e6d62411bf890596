DROP INDEX "exam_session_seat";--> statement-breakpoint
CREATE INDEX "exam_configuration_reference_exam_configuration_sid_index" ON "exam_configuration" USING btree ("reference_exam_configuration_sid");--> statement-breakpoint
CREATE INDEX "exam_session_instructor_proctor_sid_index" ON "exam_session" USING btree ("instructor_proctor_sid");--> statement-breakpoint
CREATE INDEX "exam_session_course_sid_index" ON "exam_session" USING btree ("course_sid");--> statement-breakpoint
CREATE INDEX "exam_session_user_sid_index" ON "exam_session" USING btree ("user_sid");