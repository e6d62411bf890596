CREATE TABLE "session_pair" (
	"enrollment_sid" uuid NOT NULL,
	"exam_sid" uuid NOT NULL,
	"install_sid" uuid NOT NULL,
	"course_sid" uuid NOT NULL,
	"user_sid" uuid NOT NULL,
	"session_sid" uuid NOT NULL,
	"status" text NOT NULL,
	"is_cancelled" boolean NOT NULL,
	"created_date" timestamp (3) with time zone NOT NULL,
	"had_cancelled" boolean NOT NULL,
	"had_closed" boolean NOT NULL,
	"attempts_used" integer NOT NULL,
	CONSTRAINT "session_pair_enrollment_sid_exam_sid_pk" PRIMARY KEY("enrollment_sid","exam_sid")
);
--> statement-breakpoint
ALTER TABLE "session_pair" ADD CONSTRAINT "session_pair_enrollment_sid_enrollment_sid_fk" FOREIGN KEY ("enrollment_sid") REFERENCES "public"."enrollment"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_pair" ADD CONSTRAINT "session_pair_exam_sid_exam_sid_fk" FOREIGN KEY ("exam_sid") REFERENCES "public"."exam"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_pair" ADD CONSTRAINT "session_pair_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_pair" ADD CONSTRAINT "session_pair_course_sid_course_sid_fk" FOREIGN KEY ("course_sid") REFERENCES "public"."course"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_pair" ADD CONSTRAINT "session_pair_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_pair" ADD CONSTRAINT "session_pair_session_sid_exam_session_sid_fk" FOREIGN KEY ("session_sid") REFERENCES "public"."exam_session"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_pair_install_sid_created_date_session_sid_index" ON "session_pair" USING btree ("install_sid","created_date","session_sid");