CREATE TABLE "assignment" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"exam_sid" uuid NOT NULL,
	"exam_open_date" date,
	"exam_close_date" date,
	"scheduling_open_date" date,
	"scheduling_close_date" date,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edit_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "assignment_exam_dates" CHECK ("assignment"."exam_open_date" <= "assignment"."exam_close_date"),
	CONSTRAINT "assignment_scheduling_dates" CHECK ("assignment"."scheduling_open_date" <= "assignment"."scheduling_close_date")
);
--> statement-breakpoint
CREATE TABLE "assignment_enrollment" (
	"assignment_sid" uuid NOT NULL,
	"enrollment_sid" uuid NOT NULL,
	CONSTRAINT "assignment_enrollment_assignment_sid_enrollment_sid_pk" PRIMARY KEY("assignment_sid","enrollment_sid")
);
--> statement-breakpoint
CREATE TABLE "assignment_section" (
	"assignment_sid" uuid NOT NULL,
	"section_sid" uuid NOT NULL,
	CONSTRAINT "assignment_section_assignment_sid_section_sid_pk" PRIMARY KEY("assignment_sid","section_sid")
);
--> statement-breakpoint
CREATE TABLE "course" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"install_sid" uuid NOT NULL,
	"course_offering_sid" uuid,
	"title" text NOT NULL,
	"code" text,
	"lms_id" text,
	"sis_id" text,
	"api_id" text,
	"external_id" text,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edit_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_date" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "course_offering" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"install_sid" uuid NOT NULL,
	"title" text NOT NULL,
	"match_strings" text[] DEFAULT '{}' NOT NULL,
	"start_date" timestamp (3) with time zone,
	"end_date" timestamp (3) with time zone,
	"lms_id" text,
	"sis_id" text,
	"api_id" text,
	"external_id" text,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edit_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "course_offering_dates" CHECK ("course_offering"."start_date" <= "course_offering"."end_date")
);
--> statement-breakpoint
CREATE TABLE "enrollment" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"install_sid" uuid NOT NULL,
	"course_sid" uuid NOT NULL,
	"user_sid" uuid NOT NULL,
	"role" text DEFAULT 'learner' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"lms_id" text,
	"sis_id" text,
	"api_id" text,
	"external_id" text,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edit_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "enrollment_role" CHECK ("enrollment"."role" in ('learner', 'instructor')),
	CONSTRAINT "enrollment_status" CHECK ("enrollment"."status" in ('active', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "enrollment_section" (
	"enrollment_sid" uuid NOT NULL,
	"section_sid" uuid NOT NULL,
	CONSTRAINT "enrollment_section_enrollment_sid_section_sid_pk" PRIMARY KEY("enrollment_sid","section_sid")
);
--> statement-breakpoint
CREATE TABLE "section" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"install_sid" uuid NOT NULL,
	"course_sid" uuid NOT NULL,
	"title" text NOT NULL,
	"lms_id" text,
	"sis_id" text,
	"api_id" text,
	"external_id" text,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edit_date" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exam" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"install_sid" uuid NOT NULL,
	"course_sid" uuid NOT NULL,
	"title" text NOT NULL,
	"type" text DEFAULT 'Online' NOT NULL,
	"limited_scope" boolean DEFAULT false NOT NULL,
	"require_approval" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"lms_id" text,
	"sis_id" text,
	"api_id" text,
	"external_id" text,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edit_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exam_type" CHECK ("exam"."type" in ('Online', 'Written')),
	CONSTRAINT "exam_status" CHECK ("exam"."status" in ('active', 'draft', 'deleted'))
);
--> statement-breakpoint
CREATE TABLE "exam_configuration" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"install_sid" uuid NOT NULL,
	"exam_sid" uuid NOT NULL,
	"enrollment_sid" uuid,
	"reference_exam_configuration_sid" uuid,
	"type" text NOT NULL,
	"exam_open_date" timestamp (3) with time zone,
	"exam_close_date" timestamp (3) with time zone,
	"schedule_open_date" timestamp (3) with time zone,
	"schedule_close_date" timestamp (3) with time zone,
	"password" text,
	"url" text,
	"required_software" text,
	"virtual_calculator_type" text,
	"duration" integer,
	"attempts" integer,
	"locked" boolean DEFAULT false NOT NULL,
	"approved" boolean NOT NULL,
	"approved_by" text,
	"student_notes" text,
	"proctor_notes" text,
	"permitted_bathroom_break" boolean,
	"permitted_bathroom_break_information" text,
	"permitted_blank_paper" boolean,
	"permitted_blank_paper_information" text,
	"permitted_calculator" boolean,
	"permitted_calculator_information" text,
	"permitted_dictionary" boolean,
	"permitted_dictionary_information" text,
	"permitted_earplugs" boolean,
	"permitted_earplugs_information" text,
	"permitted_formula_sheet" boolean,
	"permitted_formula_sheet_information" text,
	"permitted_notes" boolean,
	"permitted_notes_information" text,
	"permitted_textbook" boolean,
	"permitted_textbook_information" text,
	"permitted_websites" boolean,
	"permitted_websites_information" text,
	"permitted_other_items" text,
	"proctor_types" text[] DEFAULT '{}' NOT NULL,
	"modality_options" jsonb,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edit_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exam_configuration_type" CHECK ("exam_configuration"."type" in ('primary', 'accommodation')),
	CONSTRAINT "exam_configuration_of_one" CHECK ("exam_configuration"."type" = 'accommodation' or "exam_configuration"."enrollment_sid" is null)
);
--> statement-breakpoint
CREATE TABLE "instructor_proctor" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"configuration_sid" uuid NOT NULL,
	"position" integer NOT NULL,
	"location" text,
	"start_time" timestamp (3) with time zone,
	"end_time" timestamp (3) with time zone,
	"capacity" integer
);
--> statement-breakpoint
CREATE TABLE "annotation" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"session_sid" uuid NOT NULL,
	"type" text NOT NULL,
	"start_offset_ms" integer NOT NULL,
	"end_offset_ms" integer,
	"severity" double precision,
	"source" text NOT NULL,
	"text" text,
	"muted" boolean DEFAULT false NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edit_date" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_type" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"install_sid" uuid NOT NULL,
	"name" text NOT NULL,
	"opens_incident" boolean DEFAULT false NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edit_date" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exam_session" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"install_sid" uuid NOT NULL,
	"course_sid" uuid NOT NULL,
	"exam_sid" uuid NOT NULL,
	"enrollment_sid" uuid NOT NULL,
	"user_sid" uuid NOT NULL,
	"status" text DEFAULT 'Needs Proctor' NOT NULL,
	"status_reason" text,
	"access_key" text NOT NULL,
	"session_type" text,
	"proctor_type_sid" text,
	"instructor_proctor_sid" uuid,
	"duration" integer,
	"appointment_date" timestamp (3) with time zone,
	"appointment_end_date" timestamp (3) with time zone,
	"date_approved" timestamp (3) with time zone,
	"date_scheduled" timestamp (3) with time zone,
	"in_progress_date" timestamp (3) with time zone,
	"cancelled_date" timestamp (3) with time zone,
	"recording_start_date" timestamp (3) with time zone,
	"system_check_start_date" timestamp (3) with time zone,
	"system_check_end_date" timestamp (3) with time zone,
	"session_report_count" integer DEFAULT 0 NOT NULL,
	"review_required" boolean DEFAULT false NOT NULL,
	"mandatory_room_scan_video" boolean DEFAULT false NOT NULL,
	"reviewed" boolean DEFAULT false NOT NULL,
	"review_by_date" timestamp (3) with time zone,
	"review_by_user_sid" uuid,
	"review_completed_date" timestamp (3) with time zone,
	"audit_status" text,
	"notes" text,
	"series" uuid,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edit_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exam_session_status" CHECK ("exam_session"."status" in ('Needs Proctor', 'Pending Approval', 'Approval Denied', 'Scheduled', 'Incident', 'Closed', 'Processing'))
);
--> statement-breakpoint
CREATE TABLE "session_event" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"session_sid" uuid NOT NULL,
	"event_type_sid" uuid NOT NULL,
	"status" text DEFAULT 'Open' NOT NULL,
	"event_time" timestamp (3) with time zone NOT NULL,
	"title" text NOT NULL,
	"subject" text,
	"details" text,
	"potential_damage" text,
	"direct_witness" text,
	"corrective_action_details" text,
	"contact_person" text,
	"contact_email" text,
	"contact_phone" text,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edit_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_event_status" CHECK ("session_event"."status" in ('Open', 'Resolved', 'Dismissed'))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_date" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "assignment" ADD CONSTRAINT "assignment_exam_sid_exam_sid_fk" FOREIGN KEY ("exam_sid") REFERENCES "public"."exam"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_enrollment" ADD CONSTRAINT "assignment_enrollment_assignment_sid_assignment_sid_fk" FOREIGN KEY ("assignment_sid") REFERENCES "public"."assignment"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_enrollment" ADD CONSTRAINT "assignment_enrollment_enrollment_sid_enrollment_sid_fk" FOREIGN KEY ("enrollment_sid") REFERENCES "public"."enrollment"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_section" ADD CONSTRAINT "assignment_section_assignment_sid_assignment_sid_fk" FOREIGN KEY ("assignment_sid") REFERENCES "public"."assignment"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_section" ADD CONSTRAINT "assignment_section_section_sid_section_sid_fk" FOREIGN KEY ("section_sid") REFERENCES "public"."section"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_course_offering_sid_course_offering_sid_fk" FOREIGN KEY ("course_offering_sid") REFERENCES "public"."course_offering"("sid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_offering" ADD CONSTRAINT "course_offering_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollment" ADD CONSTRAINT "enrollment_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollment" ADD CONSTRAINT "enrollment_course_sid_course_sid_fk" FOREIGN KEY ("course_sid") REFERENCES "public"."course"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollment" ADD CONSTRAINT "enrollment_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollment_section" ADD CONSTRAINT "enrollment_section_enrollment_sid_enrollment_sid_fk" FOREIGN KEY ("enrollment_sid") REFERENCES "public"."enrollment"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollment_section" ADD CONSTRAINT "enrollment_section_section_sid_section_sid_fk" FOREIGN KEY ("section_sid") REFERENCES "public"."section"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section" ADD CONSTRAINT "section_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section" ADD CONSTRAINT "section_course_sid_course_sid_fk" FOREIGN KEY ("course_sid") REFERENCES "public"."course"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam" ADD CONSTRAINT "exam_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam" ADD CONSTRAINT "exam_course_sid_course_sid_fk" FOREIGN KEY ("course_sid") REFERENCES "public"."course"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_configuration" ADD CONSTRAINT "exam_configuration_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_configuration" ADD CONSTRAINT "exam_configuration_exam_sid_exam_sid_fk" FOREIGN KEY ("exam_sid") REFERENCES "public"."exam"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_configuration" ADD CONSTRAINT "exam_configuration_enrollment_sid_enrollment_sid_fk" FOREIGN KEY ("enrollment_sid") REFERENCES "public"."enrollment"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_configuration" ADD CONSTRAINT "exam_configuration_reference_exam_configuration_sid_exam_configuration_sid_fk" FOREIGN KEY ("reference_exam_configuration_sid") REFERENCES "public"."exam_configuration"("sid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instructor_proctor" ADD CONSTRAINT "instructor_proctor_configuration_sid_exam_configuration_sid_fk" FOREIGN KEY ("configuration_sid") REFERENCES "public"."exam_configuration"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "annotation" ADD CONSTRAINT "annotation_session_sid_exam_session_sid_fk" FOREIGN KEY ("session_sid") REFERENCES "public"."exam_session"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_type" ADD CONSTRAINT "event_type_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_session" ADD CONSTRAINT "exam_session_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_session" ADD CONSTRAINT "exam_session_course_sid_course_sid_fk" FOREIGN KEY ("course_sid") REFERENCES "public"."course"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_session" ADD CONSTRAINT "exam_session_exam_sid_exam_sid_fk" FOREIGN KEY ("exam_sid") REFERENCES "public"."exam"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_session" ADD CONSTRAINT "exam_session_enrollment_sid_enrollment_sid_fk" FOREIGN KEY ("enrollment_sid") REFERENCES "public"."enrollment"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_session" ADD CONSTRAINT "exam_session_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_session" ADD CONSTRAINT "exam_session_instructor_proctor_sid_instructor_proctor_sid_fk" FOREIGN KEY ("instructor_proctor_sid") REFERENCES "public"."instructor_proctor"("sid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_session" ADD CONSTRAINT "exam_session_review_by_user_sid_users_sid_fk" FOREIGN KEY ("review_by_user_sid") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_event" ADD CONSTRAINT "session_event_session_sid_exam_session_sid_fk" FOREIGN KEY ("session_sid") REFERENCES "public"."exam_session"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_event" ADD CONSTRAINT "session_event_event_type_sid_event_type_sid_fk" FOREIGN KEY ("event_type_sid") REFERENCES "public"."event_type"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assignment_exam_sid_created_date_sid_index" ON "assignment" USING btree ("exam_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "assignment_enrollment_enrollment_sid_index" ON "assignment_enrollment" USING btree ("enrollment_sid");--> statement-breakpoint
CREATE INDEX "assignment_section_section_sid_index" ON "assignment_section" USING btree ("section_sid");--> statement-breakpoint
CREATE INDEX "course_install_sid_created_date_sid_index" ON "course" USING btree ("install_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "course_course_offering_sid_index" ON "course" USING btree ("course_offering_sid");--> statement-breakpoint
CREATE INDEX "course_install_sid_lms_id_index" ON "course" USING btree ("install_sid","lms_id");--> statement-breakpoint
CREATE INDEX "course_install_sid_sis_id_index" ON "course" USING btree ("install_sid","sis_id");--> statement-breakpoint
CREATE INDEX "course_install_sid_api_id_index" ON "course" USING btree ("install_sid","api_id");--> statement-breakpoint
CREATE INDEX "course_install_sid_external_id_index" ON "course" USING btree ("install_sid","external_id");--> statement-breakpoint
CREATE INDEX "course_offering_install_sid_created_date_sid_index" ON "course_offering" USING btree ("install_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "course_offering_install_sid_sis_id_index" ON "course_offering" USING btree ("install_sid","sis_id");--> statement-breakpoint
CREATE UNIQUE INDEX "enrollment_course_user" ON "enrollment" USING btree ("course_sid","user_sid");--> statement-breakpoint
CREATE INDEX "enrollment_course_sid_created_date_sid_index" ON "enrollment" USING btree ("course_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "enrollment_user_sid_index" ON "enrollment" USING btree ("user_sid");--> statement-breakpoint
CREATE INDEX "enrollment_install_sid_sis_id_index" ON "enrollment" USING btree ("install_sid","sis_id");--> statement-breakpoint
CREATE INDEX "enrollment_section_section_sid_index" ON "enrollment_section" USING btree ("section_sid");--> statement-breakpoint
CREATE INDEX "section_course_sid_created_date_sid_index" ON "section" USING btree ("course_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "section_install_sid_sis_id_index" ON "section" USING btree ("install_sid","sis_id");--> statement-breakpoint
CREATE INDEX "exam_course_sid_created_date_sid_index" ON "exam" USING btree ("course_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "exam_install_sid_lms_id_index" ON "exam" USING btree ("install_sid","lms_id");--> statement-breakpoint
CREATE INDEX "exam_install_sid_sis_id_index" ON "exam" USING btree ("install_sid","sis_id");--> statement-breakpoint
CREATE INDEX "exam_install_sid_api_id_index" ON "exam" USING btree ("install_sid","api_id");--> statement-breakpoint
CREATE INDEX "exam_install_sid_external_id_index" ON "exam" USING btree ("install_sid","external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "exam_configuration_primary" ON "exam_configuration" USING btree ("exam_sid") WHERE "exam_configuration"."type" = 'primary';--> statement-breakpoint
CREATE INDEX "exam_configuration_exam_sid_created_date_sid_index" ON "exam_configuration" USING btree ("exam_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "exam_configuration_enrollment_sid_index" ON "exam_configuration" USING btree ("enrollment_sid");--> statement-breakpoint
CREATE INDEX "instructor_proctor_configuration_sid_position_index" ON "instructor_proctor" USING btree ("configuration_sid","position");--> statement-breakpoint
CREATE INDEX "annotation_session_sid_start_offset_ms_sid_index" ON "annotation" USING btree ("session_sid","start_offset_ms","sid");--> statement-breakpoint
CREATE INDEX "event_type_install_sid_created_date_sid_index" ON "event_type" USING btree ("install_sid","created_date","sid");--> statement-breakpoint
CREATE UNIQUE INDEX "exam_session_active" ON "exam_session" USING btree ("enrollment_sid","exam_sid") WHERE "exam_session"."status" <> 'Closed';--> statement-breakpoint
CREATE INDEX "exam_session_enrollment_sid_exam_sid_created_date_sid_index" ON "exam_session" USING btree ("enrollment_sid","exam_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "exam_session_exam_sid_created_date_sid_index" ON "exam_session" USING btree ("exam_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "exam_session_install_sid_appointment_date_index" ON "exam_session" USING btree ("install_sid","appointment_date");--> statement-breakpoint
CREATE INDEX "session_event_session_sid_created_date_sid_index" ON "session_event" USING btree ("session_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "session_event_event_type_sid_index" ON "session_event" USING btree ("event_type_sid");