DROP INDEX "exam_session_install_sid_appointment_date_index";--> statement-breakpoint
ALTER TABLE "session_event" ADD COLUMN "install_sid" uuid;--> statement-breakpoint
ALTER TABLE "session_event" ADD COLUMN "course_sid" uuid;--> statement-breakpoint
ALTER TABLE "session_event" ADD COLUMN "exam_sid" uuid;--> statement-breakpoint
ALTER TABLE "session_event" ADD COLUMN "enrollment_sid" uuid;--> statement-breakpoint
ALTER TABLE "session_event" ADD COLUMN "user_sid" uuid;--> statement-breakpoint
UPDATE "session_event" e SET "install_sid" = s."install_sid", "course_sid" = s."course_sid", "exam_sid" = s."exam_sid", "enrollment_sid" = s."enrollment_sid", "user_sid" = s."user_sid"
FROM "exam_session" s WHERE s."sid" = e."session_sid";--> statement-breakpoint
ALTER TABLE "session_event" ALTER COLUMN "install_sid" SET NOT NULL, ALTER COLUMN "course_sid" SET NOT NULL, ALTER COLUMN "exam_sid" SET NOT NULL, ALTER COLUMN "enrollment_sid" SET NOT NULL, ALTER COLUMN "user_sid" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "session_event" ADD CONSTRAINT "session_event_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_event" ADD CONSTRAINT "session_event_course_sid_course_sid_fk" FOREIGN KEY ("course_sid") REFERENCES "public"."course"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_event" ADD CONSTRAINT "session_event_exam_sid_exam_sid_fk" FOREIGN KEY ("exam_sid") REFERENCES "public"."exam"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_event" ADD CONSTRAINT "session_event_enrollment_sid_enrollment_sid_fk" FOREIGN KEY ("enrollment_sid") REFERENCES "public"."enrollment"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_event" ADD CONSTRAINT "session_event_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exam_configuration_install_sid_created_date_sid_index" ON "exam_configuration" USING btree ("install_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "exam_session_appointment" ON "exam_session" USING btree ("install_sid","appointment_date","course_sid") WHERE "exam_session"."cancelled_date" is null and "exam_session"."appointment_date" is not null and "exam_session"."status" in ('Scheduled', 'Processing', 'Incident', 'Closed');--> statement-breakpoint
CREATE INDEX "session_event_install_sid_created_date_sid_index" ON "session_event" USING btree ("install_sid","created_date","sid");