CREATE TABLE "adjustment" (
	"enrollment_sid" uuid NOT NULL,
	"exam_sid" uuid NOT NULL,
	"install_sid" uuid NOT NULL,
	"accommodation_sid" uuid,
	"assignment_sid" uuid,
	"section_assignment_sid" uuid,
	CONSTRAINT "adjustment_enrollment_sid_exam_sid_pk" PRIMARY KEY("enrollment_sid","exam_sid")
);
--> statement-breakpoint
ALTER TABLE "adjustment" ADD CONSTRAINT "adjustment_enrollment_sid_enrollment_sid_fk" FOREIGN KEY ("enrollment_sid") REFERENCES "public"."enrollment"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustment" ADD CONSTRAINT "adjustment_exam_sid_exam_sid_fk" FOREIGN KEY ("exam_sid") REFERENCES "public"."exam"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustment" ADD CONSTRAINT "adjustment_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "adjustment_section_assignment_sid_index" ON "adjustment" USING btree ("section_assignment_sid");