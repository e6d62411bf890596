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
CREATE TABLE "audit_event" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"account_sid" uuid NOT NULL,
	"install_sid" uuid,
	"kind" text NOT NULL,
	"action" text NOT NULL,
	"record_sid" text NOT NULL,
	"changes" text[] DEFAULT '{}' NOT NULL,
	"actor" text,
	"actor_kind" text,
	"operation" text,
	"request_id" text,
	"address" text,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "api_credential" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"account_sid" uuid NOT NULL,
	"application_sid" uuid NOT NULL,
	"install_sid" uuid,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"policy" jsonb NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_by_sid" uuid,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"replaced_by_sid" uuid,
	"sts_epoch" integer DEFAULT 0 NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_credential_secret_hash" UNIQUE("secret_hash"),
	CONSTRAINT "api_credential_role" CHECK ("api_credential"."role" in ('admin', 'instructor', 'proctor', 'learner'))
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
CREATE TABLE "session_event" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"install_sid" uuid NOT NULL,
	"course_sid" uuid NOT NULL,
	"exam_sid" uuid NOT NULL,
	"enrollment_sid" uuid NOT NULL,
	"user_sid" uuid NOT NULL,
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
	"modality_options" jsonb,
	"locked" boolean DEFAULT false NOT NULL,
	"approved" boolean NOT NULL,
	"approved_by" text,
	"proctor_types" text[] DEFAULT '{}' NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edit_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exam_configuration_type" CHECK ("exam_configuration"."type" in ('primary', 'accommodation')),
	CONSTRAINT "exam_configuration_exam_dates" CHECK ("exam_configuration"."exam_open_date" <= "exam_configuration"."exam_close_date"),
	CONSTRAINT "exam_configuration_schedule_dates" CHECK ("exam_configuration"."schedule_open_date" <= "exam_configuration"."schedule_close_date"),
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
CREATE TABLE "mfa_challenge" (
	"secret_hash" "bytea" PRIMARY KEY NOT NULL,
	"operator_sid" uuid,
	"user_sid" uuid,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mfa_challenge_subject" CHECK (num_nonnulls(operator_sid, user_sid) = 1)
);
--> statement-breakpoint
CREATE TABLE "operator" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"account_sid" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"password_hash" text,
	"is_first" boolean DEFAULT false NOT NULL,
	"disabled_date" timestamp (3) with time zone,
	"last_login_date" timestamp (3) with time zone,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edit_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "operator_role" CHECK ("operator"."role" in ('owner', 'admin', 'developer', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "password_reset" (
	"secret_hash" "bytea" PRIMARY KEY NOT NULL,
	"operator_sid" uuid,
	"user_sid" uuid,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "password_reset_subject" CHECK (num_nonnulls(operator_sid, user_sid) = 1)
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"operator_sid" uuid,
	"user_sid" uuid,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recovery_code_subject" CHECK (num_nonnulls(operator_sid, user_sid) = 1)
);
--> statement-breakpoint
CREATE TABLE "sign_in_event" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"account_sid" uuid,
	"operator_sid" uuid,
	"user_sid" uuid,
	"event" text NOT NULL,
	"actor" text,
	"address" text,
	"user_agent" text,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_session" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"operator_sid" uuid,
	"user_sid" uuid,
	"secret_hash" "bytea" NOT NULL,
	"user_agent" text,
	"address" text,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_session_secret_hash" UNIQUE("secret_hash"),
	CONSTRAINT "sign_in_session_subject" CHECK (num_nonnulls(operator_sid, user_sid) = 1)
);
--> statement-breakpoint
CREATE TABLE "throttle" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"taken" timestamp with time zone[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "totp" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"operator_sid" uuid,
	"user_sid" uuid,
	"secret" text NOT NULL,
	"confirmed_date" timestamp (3) with time zone,
	"last_step" integer DEFAULT 0 NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "totp_subject" CHECK (num_nonnulls(operator_sid, user_sid) = 1)
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
CREATE TABLE "onboarding_link" (
	"secret_hash" "bytea" PRIMARY KEY NOT NULL,
	"session_sid" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"credential_sid" uuid,
	"family_sid" uuid
);
--> statement-breakpoint
CREATE TABLE "session_pair" (
	"install_sid" uuid NOT NULL,
	"course_sid" uuid NOT NULL,
	"exam_sid" uuid NOT NULL,
	"enrollment_sid" uuid NOT NULL,
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
CREATE TABLE "session_transition" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "session_transition_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"session_sid" uuid NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"running" boolean NOT NULL,
	"cancelled" boolean NOT NULL,
	"reason" text,
	"trigger" text,
	"actor" text,
	"created_date" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sts_event" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"install_sid" uuid NOT NULL,
	"event" text NOT NULL,
	"token_sid" uuid,
	"family_sid" uuid,
	"target_user_sid" uuid,
	"credential_sid" uuid,
	"actor_sid" uuid,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sts_family" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"install_sid" uuid NOT NULL,
	"credential_sid" uuid NOT NULL,
	"holder_sid" uuid NOT NULL,
	"target_user_sid" uuid,
	"token_type" text NOT NULL,
	"element_type" text,
	"resource" text NOT NULL,
	"policy" jsonb NOT NULL,
	"generation" integer DEFAULT 0 NOT NULL,
	"install_epoch" integer NOT NULL,
	"credential_epoch" integer NOT NULL,
	"holder_epoch" integer NOT NULL,
	"user_epoch" integer,
	"absolute_expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sts_token" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"family_sid" uuid NOT NULL,
	"generation" integer NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sts_token_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "account" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"require_mfa" boolean DEFAULT false NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "application" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"account_sid" uuid NOT NULL,
	"name" text NOT NULL,
	"permissions" text[] DEFAULT '{publish,subscribe}' NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "install" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"account_sid" uuid NOT NULL,
	"application_sid" uuid NOT NULL,
	"name" text NOT NULL,
	"max_token_ttl_seconds" integer DEFAULT 3600 NOT NULL,
	"default_timezone" text DEFAULT 'UTC' NOT NULL,
	"require_manager_exam_approval" boolean DEFAULT false NOT NULL,
	"require_manager_proctor_approval" boolean DEFAULT false NOT NULL,
	"allowed_embed_origins" text[] DEFAULT '{}' NOT NULL,
	"sts_epoch" integer DEFAULT 0 NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edit_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "install_max_token_ttl_seconds" CHECK ("install"."max_token_ttl_seconds" between 1 and 3600)
);
--> statement-breakpoint
CREATE TABLE "proctor_account" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"account_sid" uuid NOT NULL,
	"name" text NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edit_date" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proctor_account_install" (
	"proctor_sid" uuid NOT NULL,
	"install_sid" uuid NOT NULL,
	CONSTRAINT "proctor_account_install_proctor_sid_install_sid_pk" PRIMARY KEY("proctor_sid","install_sid")
);
--> statement-breakpoint
CREATE TABLE "time_zone" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "time_zone_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"install_sid" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"preferred_email" text,
	"username" text,
	"password_hash" text,
	"enabled" boolean DEFAULT false NOT NULL,
	"role" text DEFAULT 'learner' NOT NULL,
	"svc_sid" uuid,
	"svc_id_enrollment_sid" uuid,
	"mobile_phone" text,
	"home_phone" text,
	"address" text,
	"lms_id" text,
	"sis_id" text,
	"api_id" text,
	"external_id" text,
	"helpdesk_user_id" text,
	"latitude" double precision,
	"longitude" double precision,
	"currency_code" text,
	"time_zone_sid" uuid,
	"max_travel_distance" double precision,
	"max_travel_distance_units" text,
	"last_enrollment_sync" timestamp (3) with time zone,
	"sts_epoch" integer DEFAULT 0 NOT NULL,
	"erased_date" timestamp (3) with time zone,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edit_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_role" CHECK ("users"."role" in ('admin', 'instructor', 'proctor', 'learner'))
);
--> statement-breakpoint
CREATE TABLE "webhook_attempt" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"application_sid" uuid NOT NULL,
	"delivery_sid" uuid NOT NULL,
	"endpoint_sid" uuid NOT NULL,
	"event_sid" uuid NOT NULL,
	"event_type" text NOT NULL,
	"number" integer NOT NULL,
	"url" text NOT NULL,
	"success" boolean NOT NULL,
	"status_code" integer,
	"fault" text,
	"duration_ms" integer NOT NULL,
	"request" jsonb NOT NULL,
	"response" jsonb,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"application_sid" uuid NOT NULL,
	"event_sid" uuid NOT NULL,
	"endpoint_sid" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"attempts_allowed" integer DEFAULT 6 NOT NULL,
	"round" integer DEFAULT 0 NOT NULL,
	"due_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"published_date" timestamp (3) with time zone,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_date" timestamp (3) with time zone,
	CONSTRAINT "webhook_delivery_status" CHECK ("webhook_delivery"."status" in ('pending', 'delivered', 'dead', 'skipped'))
);
--> statement-breakpoint
CREATE TABLE "event" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"application_sid" uuid NOT NULL,
	"install_sid" uuid,
	"topic" text NOT NULL,
	"source" text NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"user_sid" uuid,
	"changed_table" text,
	"operation" text,
	"client_id" text,
	"traceparent" text DEFAULT nullif(current_setting('invigil.traceparent', true), ''),
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_source" CHECK ("event"."source" in ('capture', 'sync', 'socket', 'sdk'))
);
--> statement-breakpoint
CREATE TABLE "rate" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"used_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoint" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"application_sid" uuid NOT NULL,
	"install_sid" uuid,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_secret_until" timestamp (3) with time zone,
	"events" text[] NOT NULL,
	"filter" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"held_until" timestamp (3) with time zone,
	"deleted_date" timestamp (3) with time zone,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edit_date" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "adjustment" ADD CONSTRAINT "adjustment_enrollment_sid_enrollment_sid_fk" FOREIGN KEY ("enrollment_sid") REFERENCES "public"."enrollment"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustment" ADD CONSTRAINT "adjustment_exam_sid_exam_sid_fk" FOREIGN KEY ("exam_sid") REFERENCES "public"."exam"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustment" ADD CONSTRAINT "adjustment_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "api_credential" ADD CONSTRAINT "api_credential_account_sid_account_sid_fk" FOREIGN KEY ("account_sid") REFERENCES "public"."account"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_credential" ADD CONSTRAINT "api_credential_application_sid_application_sid_fk" FOREIGN KEY ("application_sid") REFERENCES "public"."application"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_credential" ADD CONSTRAINT "api_credential_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_credential" ADD CONSTRAINT "api_credential_created_by_sid_api_credential_sid_fk" FOREIGN KEY ("created_by_sid") REFERENCES "public"."api_credential"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_credential" ADD CONSTRAINT "api_credential_replaced_by_sid_api_credential_sid_fk" FOREIGN KEY ("replaced_by_sid") REFERENCES "public"."api_credential"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "annotation" ADD CONSTRAINT "annotation_session_sid_exam_session_sid_fk" FOREIGN KEY ("session_sid") REFERENCES "public"."exam_session"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_type" ADD CONSTRAINT "event_type_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_event" ADD CONSTRAINT "session_event_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_event" ADD CONSTRAINT "session_event_course_sid_course_sid_fk" FOREIGN KEY ("course_sid") REFERENCES "public"."course"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_event" ADD CONSTRAINT "session_event_exam_sid_exam_sid_fk" FOREIGN KEY ("exam_sid") REFERENCES "public"."exam"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_event" ADD CONSTRAINT "session_event_enrollment_sid_enrollment_sid_fk" FOREIGN KEY ("enrollment_sid") REFERENCES "public"."enrollment"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_event" ADD CONSTRAINT "session_event_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_event" ADD CONSTRAINT "session_event_session_sid_exam_session_sid_fk" FOREIGN KEY ("session_sid") REFERENCES "public"."exam_session"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_event" ADD CONSTRAINT "session_event_event_type_sid_event_type_sid_fk" FOREIGN KEY ("event_type_sid") REFERENCES "public"."event_type"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam" ADD CONSTRAINT "exam_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam" ADD CONSTRAINT "exam_course_sid_course_sid_fk" FOREIGN KEY ("course_sid") REFERENCES "public"."course"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_configuration" ADD CONSTRAINT "exam_configuration_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_configuration" ADD CONSTRAINT "exam_configuration_exam_sid_exam_sid_fk" FOREIGN KEY ("exam_sid") REFERENCES "public"."exam"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_configuration" ADD CONSTRAINT "exam_configuration_enrollment_sid_enrollment_sid_fk" FOREIGN KEY ("enrollment_sid") REFERENCES "public"."enrollment"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_configuration" ADD CONSTRAINT "exam_configuration_reference_exam_configuration_sid_exam_configuration_sid_fk" FOREIGN KEY ("reference_exam_configuration_sid") REFERENCES "public"."exam_configuration"("sid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instructor_proctor" ADD CONSTRAINT "instructor_proctor_configuration_sid_exam_configuration_sid_fk" FOREIGN KEY ("configuration_sid") REFERENCES "public"."exam_configuration"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mfa_challenge" ADD CONSTRAINT "mfa_challenge_operator_sid_operator_sid_fk" FOREIGN KEY ("operator_sid") REFERENCES "public"."operator"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mfa_challenge" ADD CONSTRAINT "mfa_challenge_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator" ADD CONSTRAINT "operator_account_sid_account_sid_fk" FOREIGN KEY ("account_sid") REFERENCES "public"."account"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_operator_sid_operator_sid_fk" FOREIGN KEY ("operator_sid") REFERENCES "public"."operator"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_operator_sid_operator_sid_fk" FOREIGN KEY ("operator_sid") REFERENCES "public"."operator"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_session" ADD CONSTRAINT "sign_in_session_operator_sid_operator_sid_fk" FOREIGN KEY ("operator_sid") REFERENCES "public"."operator"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_session" ADD CONSTRAINT "sign_in_session_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp" ADD CONSTRAINT "totp_operator_sid_operator_sid_fk" FOREIGN KEY ("operator_sid") REFERENCES "public"."operator"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp" ADD CONSTRAINT "totp_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_session" ADD CONSTRAINT "exam_session_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_session" ADD CONSTRAINT "exam_session_course_sid_course_sid_fk" FOREIGN KEY ("course_sid") REFERENCES "public"."course"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_session" ADD CONSTRAINT "exam_session_exam_sid_exam_sid_fk" FOREIGN KEY ("exam_sid") REFERENCES "public"."exam"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_session" ADD CONSTRAINT "exam_session_enrollment_sid_enrollment_sid_fk" FOREIGN KEY ("enrollment_sid") REFERENCES "public"."enrollment"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_session" ADD CONSTRAINT "exam_session_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_session" ADD CONSTRAINT "exam_session_instructor_proctor_sid_instructor_proctor_sid_fk" FOREIGN KEY ("instructor_proctor_sid") REFERENCES "public"."instructor_proctor"("sid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_session" ADD CONSTRAINT "exam_session_review_by_user_sid_users_sid_fk" FOREIGN KEY ("review_by_user_sid") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "onboarding_link" ADD CONSTRAINT "onboarding_link_session_sid_exam_session_sid_fk" FOREIGN KEY ("session_sid") REFERENCES "public"."exam_session"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_pair" ADD CONSTRAINT "session_pair_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_pair" ADD CONSTRAINT "session_pair_course_sid_course_sid_fk" FOREIGN KEY ("course_sid") REFERENCES "public"."course"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_pair" ADD CONSTRAINT "session_pair_exam_sid_exam_sid_fk" FOREIGN KEY ("exam_sid") REFERENCES "public"."exam"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_pair" ADD CONSTRAINT "session_pair_enrollment_sid_enrollment_sid_fk" FOREIGN KEY ("enrollment_sid") REFERENCES "public"."enrollment"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_pair" ADD CONSTRAINT "session_pair_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_pair" ADD CONSTRAINT "session_pair_session_sid_exam_session_sid_fk" FOREIGN KEY ("session_sid") REFERENCES "public"."exam_session"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_transition" ADD CONSTRAINT "session_transition_session_sid_exam_session_sid_fk" FOREIGN KEY ("session_sid") REFERENCES "public"."exam_session"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sts_family" ADD CONSTRAINT "sts_family_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sts_family" ADD CONSTRAINT "sts_family_credential_sid_api_credential_sid_fk" FOREIGN KEY ("credential_sid") REFERENCES "public"."api_credential"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sts_family" ADD CONSTRAINT "sts_family_holder_sid_api_credential_sid_fk" FOREIGN KEY ("holder_sid") REFERENCES "public"."api_credential"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sts_family" ADD CONSTRAINT "sts_family_target_user_sid_users_sid_fk" FOREIGN KEY ("target_user_sid") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sts_token" ADD CONSTRAINT "sts_token_family_sid_sts_family_sid_fk" FOREIGN KEY ("family_sid") REFERENCES "public"."sts_family"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application" ADD CONSTRAINT "application_account_sid_account_sid_fk" FOREIGN KEY ("account_sid") REFERENCES "public"."account"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "install" ADD CONSTRAINT "install_account_sid_account_sid_fk" FOREIGN KEY ("account_sid") REFERENCES "public"."account"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "install" ADD CONSTRAINT "install_application_sid_application_sid_fk" FOREIGN KEY ("application_sid") REFERENCES "public"."application"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proctor_account" ADD CONSTRAINT "proctor_account_account_sid_account_sid_fk" FOREIGN KEY ("account_sid") REFERENCES "public"."account"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proctor_account_install" ADD CONSTRAINT "proctor_account_install_proctor_sid_proctor_account_sid_fk" FOREIGN KEY ("proctor_sid") REFERENCES "public"."proctor_account"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proctor_account_install" ADD CONSTRAINT "proctor_account_install_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_time_zone_sid_time_zone_sid_fk" FOREIGN KEY ("time_zone_sid") REFERENCES "public"."time_zone"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_application_sid_application_sid_fk" FOREIGN KEY ("application_sid") REFERENCES "public"."application"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_delivery_sid_webhook_delivery_sid_fk" FOREIGN KEY ("delivery_sid") REFERENCES "public"."webhook_delivery"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_application_sid_application_sid_fk" FOREIGN KEY ("application_sid") REFERENCES "public"."application"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_event_sid_event_sid_fk" FOREIGN KEY ("event_sid") REFERENCES "public"."event"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_endpoint_sid_webhook_endpoint_sid_fk" FOREIGN KEY ("endpoint_sid") REFERENCES "public"."webhook_endpoint"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_application_sid_application_sid_fk" FOREIGN KEY ("application_sid") REFERENCES "public"."application"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_application_sid_application_sid_fk" FOREIGN KEY ("application_sid") REFERENCES "public"."application"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "adjustment_section_assignment_sid_index" ON "adjustment" USING btree ("section_assignment_sid");--> statement-breakpoint
CREATE INDEX "assignment_exam_sid_created_date_sid_index" ON "assignment" USING btree ("exam_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "assignment_enrollment_enrollment_sid_index" ON "assignment_enrollment" USING btree ("enrollment_sid");--> statement-breakpoint
CREATE INDEX "assignment_section_section_sid_index" ON "assignment_section" USING btree ("section_sid");--> statement-breakpoint
CREATE INDEX "audit_event_account_sid_created_date_sid_index" ON "audit_event" USING btree ("account_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "audit_event_install_sid_created_date_sid_index" ON "audit_event" USING btree ("install_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "audit_event_record" ON "audit_event" USING btree ("record_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "audit_event_actor" ON "audit_event" USING btree ("account_sid","actor","created_date","sid");--> statement-breakpoint
CREATE INDEX "audit_event_kind" ON "audit_event" USING btree ("account_sid","kind","action","created_date","sid");--> statement-breakpoint
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
CREATE INDEX "api_credential_account_sid_created_date_sid_index" ON "api_credential" USING btree ("account_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "api_credential_install_sid_created_date_sid_index" ON "api_credential" USING btree ("install_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "annotation_session_sid_start_offset_ms_sid_index" ON "annotation" USING btree ("session_sid","start_offset_ms","sid");--> statement-breakpoint
CREATE INDEX "event_type_install_sid_created_date_sid_index" ON "event_type" USING btree ("install_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "session_event_install_sid_created_date_sid_index" ON "session_event" USING btree ("install_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "session_event_session_sid_created_date_sid_index" ON "session_event" USING btree ("session_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "session_event_event_type_sid_index" ON "session_event" USING btree ("event_type_sid");--> statement-breakpoint
CREATE INDEX "exam_course_sid_created_date_sid_index" ON "exam" USING btree ("course_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "exam_install_sid_lms_id_index" ON "exam" USING btree ("install_sid","lms_id");--> statement-breakpoint
CREATE INDEX "exam_install_sid_sis_id_index" ON "exam" USING btree ("install_sid","sis_id");--> statement-breakpoint
CREATE INDEX "exam_install_sid_api_id_index" ON "exam" USING btree ("install_sid","api_id");--> statement-breakpoint
CREATE INDEX "exam_install_sid_external_id_index" ON "exam" USING btree ("install_sid","external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "exam_configuration_primary" ON "exam_configuration" USING btree ("exam_sid") WHERE "exam_configuration"."type" = 'primary';--> statement-breakpoint
CREATE INDEX "exam_configuration_exam_sid_created_date_sid_index" ON "exam_configuration" USING btree ("exam_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "exam_configuration_install_sid_created_date_sid_index" ON "exam_configuration" USING btree ("install_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "exam_configuration_enrollment_sid_index" ON "exam_configuration" USING btree ("enrollment_sid");--> statement-breakpoint
CREATE INDEX "exam_configuration_reference_exam_configuration_sid_index" ON "exam_configuration" USING btree ("reference_exam_configuration_sid");--> statement-breakpoint
CREATE INDEX "exam_configuration_sealed" ON "exam_configuration" USING btree ((left(split_part("password", '.', 1), 60))) WHERE "exam_configuration"."password" <> '';--> statement-breakpoint
CREATE INDEX "instructor_proctor_configuration_sid_position_index" ON "instructor_proctor" USING btree ("configuration_sid","position");--> statement-breakpoint
CREATE INDEX "mfa_challenge_operator_sid_index" ON "mfa_challenge" USING btree ("operator_sid");--> statement-breakpoint
CREATE INDEX "mfa_challenge_user_sid_index" ON "mfa_challenge" USING btree ("user_sid");--> statement-breakpoint
CREATE INDEX "mfa_challenge_expires_at_index" ON "mfa_challenge" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "operator_email" ON "operator" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "operator_first" ON "operator" USING btree ("is_first") WHERE "operator"."is_first";--> statement-breakpoint
CREATE INDEX "operator_account_sid_created_date_sid_index" ON "operator" USING btree ("account_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "password_reset_operator_sid_index" ON "password_reset" USING btree ("operator_sid");--> statement-breakpoint
CREATE INDEX "password_reset_user_sid_index" ON "password_reset" USING btree ("user_sid");--> statement-breakpoint
CREATE INDEX "password_reset_expires_at_index" ON "password_reset" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "recovery_code_operator_sid_index" ON "recovery_code" USING btree ("operator_sid");--> statement-breakpoint
CREATE INDEX "recovery_code_user_sid_index" ON "recovery_code" USING btree ("user_sid");--> statement-breakpoint
CREATE INDEX "sign_in_event_account_sid_created_date_sid_index" ON "sign_in_event" USING btree ("account_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "sign_in_event_user_sid_index" ON "sign_in_event" USING btree ("user_sid");--> statement-breakpoint
CREATE INDEX "sign_in_session_operator_sid_created_date_sid_index" ON "sign_in_session" USING btree ("operator_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "sign_in_session_user_sid_created_date_sid_index" ON "sign_in_session" USING btree ("user_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "sign_in_session_expires_at_index" ON "sign_in_session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "throttle_last" ON "throttle" USING btree (("taken"[cardinality("taken")]));--> statement-breakpoint
CREATE UNIQUE INDEX "totp_operator" ON "totp" USING btree ("operator_sid");--> statement-breakpoint
CREATE UNIQUE INDEX "totp_user" ON "totp" USING btree ("user_sid");--> statement-breakpoint
CREATE INDEX "totp_sealed" ON "totp" USING btree ((left(split_part("secret", '.', 1), 60))) WHERE "totp"."secret" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "exam_session_active" ON "exam_session" USING btree ("enrollment_sid","exam_sid") WHERE "exam_session"."status" <> 'Closed';--> statement-breakpoint
CREATE INDEX "exam_session_enrollment_sid_exam_sid_created_date_sid_index" ON "exam_session" USING btree ("enrollment_sid","exam_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "exam_session_exam_sid_created_date_sid_index" ON "exam_session" USING btree ("exam_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "exam_session_appointment" ON "exam_session" USING btree ("install_sid","appointment_date","course_sid") WHERE "exam_session"."cancelled_date" is null and "exam_session"."appointment_date" is not null and "exam_session"."status" in ('Scheduled', 'Processing', 'Incident', 'Closed');--> statement-breakpoint
CREATE INDEX "exam_session_instructor_proctor_sid_index" ON "exam_session" USING btree ("instructor_proctor_sid");--> statement-breakpoint
CREATE INDEX "exam_session_course_sid_index" ON "exam_session" USING btree ("course_sid");--> statement-breakpoint
CREATE INDEX "exam_session_user_sid_index" ON "exam_session" USING btree ("user_sid");--> statement-breakpoint
CREATE INDEX "onboarding_link_expires_at_index" ON "onboarding_link" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "session_pair_install_sid_created_date_session_sid_index" ON "session_pair" USING btree ("install_sid","created_date","session_sid");--> statement-breakpoint
CREATE INDEX "session_transition_session_sid_id_index" ON "session_transition" USING btree ("session_sid","id");--> statement-breakpoint
CREATE INDEX "sts_event_install_sid_created_date_sid_index" ON "sts_event" USING btree ("install_sid","created_date","sid");--> statement-breakpoint
CREATE UNIQUE INDEX "sts_event_reused" ON "sts_event" USING btree ("token_sid") WHERE "sts_event"."event" = 'reused';--> statement-breakpoint
CREATE INDEX "sts_family_install_sid_created_date_sid_index" ON "sts_family" USING btree ("install_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "sts_family_target_user_sid_index" ON "sts_family" USING btree ("target_user_sid");--> statement-breakpoint
CREATE INDEX "sts_family_absolute_expires_at_index" ON "sts_family" USING btree ("absolute_expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sts_token_family_sid_generation_index" ON "sts_token" USING btree ("family_sid","generation");--> statement-breakpoint
CREATE INDEX "application_account_sid_index" ON "application" USING btree ("account_sid");--> statement-breakpoint
CREATE INDEX "install_account_sid_created_date_sid_index" ON "install" USING btree ("account_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "proctor_account_account_sid_created_date_sid_index" ON "proctor_account" USING btree ("account_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "proctor_account_install_install_sid_index" ON "proctor_account_install" USING btree ("install_sid");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username" ON "users" USING btree ("install_sid",lower("username"));--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree ("install_sid",lower("email"));--> statement-breakpoint
CREATE INDEX "users_install_sid_created_date_sid_index" ON "users" USING btree ("install_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "users_install_sid_last_name_sid_index" ON "users" USING btree ("install_sid","last_name","sid");--> statement-breakpoint
CREATE INDEX "users_install_sid_first_name_sid_index" ON "users" USING btree ("install_sid","first_name","sid");--> statement-breakpoint
CREATE INDEX "users_install_sid_lms_id_index" ON "users" USING btree ("install_sid","lms_id");--> statement-breakpoint
CREATE INDEX "users_install_sid_sis_id_index" ON "users" USING btree ("install_sid","sis_id");--> statement-breakpoint
CREATE INDEX "users_install_sid_api_id_index" ON "users" USING btree ("install_sid","api_id");--> statement-breakpoint
CREATE INDEX "users_install_sid_external_id_index" ON "users" USING btree ("install_sid","external_id");--> statement-breakpoint
CREATE INDEX "webhook_attempt_delivery_sid_number_index" ON "webhook_attempt" USING btree ("delivery_sid","number");--> statement-breakpoint
CREATE INDEX "webhook_attempt_application_sid_created_date_sid_index" ON "webhook_attempt" USING btree ("application_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "webhook_attempt_event" ON "webhook_attempt" USING btree ("application_sid","event_type","created_date","sid");--> statement-breakpoint
CREATE INDEX "webhook_attempt_endpoint" ON "webhook_attempt" USING btree ("endpoint_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "webhook_attempt_failed" ON "webhook_attempt" USING btree ("application_sid","created_date","sid") WHERE not "webhook_attempt"."success";--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_delivery_pair" ON "webhook_delivery" USING btree ("event_sid","endpoint_sid");--> statement-breakpoint
CREATE INDEX "webhook_delivery_outbox" ON "webhook_delivery" USING btree ("due_date") WHERE "webhook_delivery"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_delivery_waiting" ON "webhook_delivery" USING btree ("endpoint_sid") WHERE "webhook_delivery"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_delivery_done" ON "webhook_delivery" USING btree ("finished_date") WHERE "webhook_delivery"."status" in ('delivered', 'skipped');--> statement-breakpoint
CREATE INDEX "webhook_delivery_given_up" ON "webhook_delivery" USING btree ("finished_date") WHERE "webhook_delivery"."status" = 'dead';--> statement-breakpoint
CREATE INDEX "webhook_delivery_dead" ON "webhook_delivery" USING btree ("application_sid","sid") WHERE "webhook_delivery"."status" = 'dead';--> statement-breakpoint
CREATE INDEX "webhook_delivery_dead_of_endpoint" ON "webhook_delivery" USING btree ("endpoint_sid","sid") WHERE "webhook_delivery"."status" = 'dead';--> statement-breakpoint
CREATE UNIQUE INDEX "event_client_id" ON "event" USING btree ("application_sid","client_id") WHERE "event"."install_sid" is null and "event"."client_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "event_client_id_of_install" ON "event" USING btree ("application_sid","install_sid","client_id") WHERE "event"."install_sid" is not null and "event"."client_id" is not null;--> statement-breakpoint
CREATE INDEX "event_application_sid_created_date_sid_index" ON "event" USING btree ("application_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "event_user_sid_index" ON "event" USING btree ("user_sid") WHERE "event"."user_sid" is not null;--> statement-breakpoint
CREATE INDEX "event_contact" ON "event" USING btree ("application_sid",lower("payload" ->> 'contactEmail')) WHERE "event"."changed_table" = 'session_event';--> statement-breakpoint
CREATE INDEX "webhook_endpoint_live" ON "webhook_endpoint" USING btree ("application_sid","created_date","sid") WHERE "webhook_endpoint"."deleted_date" is null;--> statement-breakpoint
CREATE INDEX "webhook_endpoint_sealed" ON "webhook_endpoint" USING btree ((left(split_part("secret", '.', 1), 60))) WHERE "webhook_endpoint"."secret" <> '';--> statement-breakpoint
CREATE INDEX "webhook_endpoint_previous_sealed" ON "webhook_endpoint" USING btree ((left(split_part("previous_secret", '.', 1), 60))) WHERE "webhook_endpoint"."previous_secret" <> '';
--> statement-breakpoint
-- What follows is written by hand: rows, and a setting of the role.

-- Every IANA time zone and link name that both PostgreSQL and the Intl of ECMAScript have.
-- The key comes from the name, so that a zone has one sid in every deployment.
INSERT INTO time_zone (sid, name)
SELECT md5('IANA time zone ' || name)::uuid, name FROM unnest(ARRAY[
  'Africa/Abidjan', 'Africa/Accra', 'Africa/Addis_Ababa', 'Africa/Algiers', 'Africa/Asmara', 'Africa/Asmera',
  'Africa/Bamako', 'Africa/Bangui', 'Africa/Banjul', 'Africa/Bissau', 'Africa/Blantyre', 'Africa/Brazzaville',
  'Africa/Bujumbura', 'Africa/Cairo', 'Africa/Casablanca', 'Africa/Ceuta', 'Africa/Conakry', 'Africa/Dakar',
  'Africa/Dar_es_Salaam', 'Africa/Djibouti', 'Africa/Douala', 'Africa/El_Aaiun', 'Africa/Freetown',
  'Africa/Gaborone', 'Africa/Harare', 'Africa/Johannesburg', 'Africa/Juba', 'Africa/Kampala',
  'Africa/Khartoum', 'Africa/Kigali', 'Africa/Kinshasa', 'Africa/Lagos', 'Africa/Libreville', 'Africa/Lome',
  'Africa/Luanda', 'Africa/Lubumbashi', 'Africa/Lusaka', 'Africa/Malabo', 'Africa/Maputo', 'Africa/Maseru',
  'Africa/Mbabane', 'Africa/Mogadishu', 'Africa/Monrovia', 'Africa/Nairobi', 'Africa/Ndjamena',
  'Africa/Niamey', 'Africa/Nouakchott', 'Africa/Ouagadougou', 'Africa/Porto-Novo', 'Africa/Sao_Tome',
  'Africa/Timbuktu', 'Africa/Tripoli', 'Africa/Tunis', 'Africa/Windhoek', 'America/Adak', 'America/Anchorage',
  'America/Anguilla', 'America/Antigua', 'America/Araguaina', 'America/Argentina/Buenos_Aires',
  'America/Argentina/Catamarca', 'America/Argentina/ComodRivadavia', 'America/Argentina/Cordoba',
  'America/Argentina/Jujuy', 'America/Argentina/La_Rioja', 'America/Argentina/Mendoza',
  'America/Argentina/Rio_Gallegos', 'America/Argentina/Salta', 'America/Argentina/San_Juan',
  'America/Argentina/San_Luis', 'America/Argentina/Tucuman', 'America/Argentina/Ushuaia', 'America/Aruba',
  'America/Asuncion', 'America/Atikokan', 'America/Atka', 'America/Bahia', 'America/Bahia_Banderas',
  'America/Barbados', 'America/Belem', 'America/Belize', 'America/Blanc-Sablon', 'America/Boa_Vista',
  'America/Bogota', 'America/Boise', 'America/Buenos_Aires', 'America/Cambridge_Bay', 'America/Campo_Grande',
  'America/Cancun', 'America/Caracas', 'America/Catamarca', 'America/Cayenne', 'America/Cayman',
  'America/Chicago', 'America/Chihuahua', 'America/Ciudad_Juarez', 'America/Coral_Harbour', 'America/Cordoba',
  'America/Costa_Rica', 'America/Coyhaique', 'America/Creston', 'America/Cuiaba', 'America/Curacao',
  'America/Danmarkshavn', 'America/Dawson', 'America/Dawson_Creek', 'America/Denver', 'America/Detroit',
  'America/Dominica', 'America/Edmonton', 'America/Eirunepe', 'America/El_Salvador', 'America/Ensenada',
  'America/Fort_Nelson', 'America/Fort_Wayne', 'America/Fortaleza', 'America/Glace_Bay', 'America/Godthab',
  'America/Goose_Bay', 'America/Grand_Turk', 'America/Grenada', 'America/Guadeloupe', 'America/Guatemala',
  'America/Guayaquil', 'America/Guyana', 'America/Halifax', 'America/Havana', 'America/Hermosillo',
  'America/Indiana/Indianapolis', 'America/Indiana/Knox', 'America/Indiana/Marengo',
  'America/Indiana/Petersburg', 'America/Indiana/Tell_City', 'America/Indiana/Vevay',
  'America/Indiana/Vincennes', 'America/Indiana/Winamac', 'America/Indianapolis', 'America/Inuvik',
  'America/Iqaluit', 'America/Jamaica', 'America/Jujuy', 'America/Juneau', 'America/Kentucky/Louisville',
  'America/Kentucky/Monticello', 'America/Knox_IN', 'America/Kralendijk', 'America/La_Paz', 'America/Lima',
  'America/Los_Angeles', 'America/Louisville', 'America/Lower_Princes', 'America/Maceio', 'America/Managua',
  'America/Manaus', 'America/Marigot', 'America/Martinique', 'America/Matamoros', 'America/Mazatlan',
  'America/Mendoza', 'America/Menominee', 'America/Merida', 'America/Metlakatla', 'America/Mexico_City',
  'America/Miquelon', 'America/Moncton', 'America/Monterrey', 'America/Montevideo', 'America/Montreal',
  'America/Montserrat', 'America/Nassau', 'America/New_York', 'America/Nipigon', 'America/Nome',
  'America/Noronha', 'America/North_Dakota/Beulah', 'America/North_Dakota/Center',
  'America/North_Dakota/New_Salem', 'America/Nuuk', 'America/Ojinaga', 'America/Panama',
  'America/Pangnirtung', 'America/Paramaribo', 'America/Phoenix', 'America/Port-au-Prince',
  'America/Port_of_Spain', 'America/Porto_Acre', 'America/Porto_Velho', 'America/Puerto_Rico',
  'America/Punta_Arenas', 'America/Rainy_River', 'America/Rankin_Inlet', 'America/Recife', 'America/Regina',
  'America/Resolute', 'America/Rio_Branco', 'America/Rosario', 'America/Santa_Isabel', 'America/Santarem',
  'America/Santiago', 'America/Santo_Domingo', 'America/Sao_Paulo', 'America/Scoresbysund',
  'America/Shiprock', 'America/Sitka', 'America/St_Barthelemy', 'America/St_Johns', 'America/St_Kitts',
  'America/St_Lucia', 'America/St_Thomas', 'America/St_Vincent', 'America/Swift_Current',
  'America/Tegucigalpa', 'America/Thule', 'America/Thunder_Bay', 'America/Tijuana', 'America/Toronto',
  'America/Tortola', 'America/Vancouver', 'America/Virgin', 'America/Whitehorse', 'America/Winnipeg',
  'America/Yakutat', 'America/Yellowknife', 'Antarctica/Casey', 'Antarctica/Davis',
  'Antarctica/DumontDUrville', 'Antarctica/Macquarie', 'Antarctica/Mawson', 'Antarctica/McMurdo',
  'Antarctica/Palmer', 'Antarctica/Rothera', 'Antarctica/South_Pole', 'Antarctica/Syowa', 'Antarctica/Troll',
  'Antarctica/Vostok', 'Arctic/Longyearbyen', 'Asia/Aden', 'Asia/Almaty', 'Asia/Amman', 'Asia/Anadyr',
  'Asia/Aqtau', 'Asia/Aqtobe', 'Asia/Ashgabat', 'Asia/Ashkhabad', 'Asia/Atyrau', 'Asia/Baghdad',
  'Asia/Bahrain', 'Asia/Baku', 'Asia/Bangkok', 'Asia/Barnaul', 'Asia/Beirut', 'Asia/Bishkek', 'Asia/Brunei',
  'Asia/Calcutta', 'Asia/Chita', 'Asia/Choibalsan', 'Asia/Chongqing', 'Asia/Chungking', 'Asia/Colombo',
  'Asia/Dacca', 'Asia/Damascus', 'Asia/Dhaka', 'Asia/Dili', 'Asia/Dubai', 'Asia/Dushanbe', 'Asia/Famagusta',
  'Asia/Gaza', 'Asia/Harbin', 'Asia/Hebron', 'Asia/Ho_Chi_Minh', 'Asia/Hong_Kong', 'Asia/Hovd',
  'Asia/Irkutsk', 'Asia/Istanbul', 'Asia/Jakarta', 'Asia/Jayapura', 'Asia/Jerusalem', 'Asia/Kabul',
  'Asia/Kamchatka', 'Asia/Karachi', 'Asia/Kashgar', 'Asia/Kathmandu', 'Asia/Katmandu', 'Asia/Khandyga',
  'Asia/Kolkata', 'Asia/Krasnoyarsk', 'Asia/Kuala_Lumpur', 'Asia/Kuching', 'Asia/Kuwait', 'Asia/Macao',
  'Asia/Macau', 'Asia/Magadan', 'Asia/Makassar', 'Asia/Manila', 'Asia/Muscat', 'Asia/Nicosia',
  'Asia/Novokuznetsk', 'Asia/Novosibirsk', 'Asia/Omsk', 'Asia/Oral', 'Asia/Phnom_Penh', 'Asia/Pontianak',
  'Asia/Pyongyang', 'Asia/Qatar', 'Asia/Qostanay', 'Asia/Qyzylorda', 'Asia/Rangoon', 'Asia/Riyadh',
  'Asia/Saigon', 'Asia/Sakhalin', 'Asia/Samarkand', 'Asia/Seoul', 'Asia/Shanghai', 'Asia/Singapore',
  'Asia/Srednekolymsk', 'Asia/Taipei', 'Asia/Tashkent', 'Asia/Tbilisi', 'Asia/Tehran', 'Asia/Tel_Aviv',
  'Asia/Thimbu', 'Asia/Thimphu', 'Asia/Tokyo', 'Asia/Tomsk', 'Asia/Ujung_Pandang', 'Asia/Ulaanbaatar',
  'Asia/Ulan_Bator', 'Asia/Urumqi', 'Asia/Ust-Nera', 'Asia/Vientiane', 'Asia/Vladivostok', 'Asia/Yakutsk',
  'Asia/Yangon', 'Asia/Yekaterinburg', 'Asia/Yerevan', 'Atlantic/Azores', 'Atlantic/Bermuda',
  'Atlantic/Canary', 'Atlantic/Cape_Verde', 'Atlantic/Faeroe', 'Atlantic/Faroe', 'Atlantic/Jan_Mayen',
  'Atlantic/Madeira', 'Atlantic/Reykjavik', 'Atlantic/South_Georgia', 'Atlantic/St_Helena',
  'Atlantic/Stanley', 'Australia/ACT', 'Australia/Adelaide', 'Australia/Brisbane', 'Australia/Broken_Hill',
  'Australia/Canberra', 'Australia/Currie', 'Australia/Darwin', 'Australia/Eucla', 'Australia/Hobart',
  'Australia/LHI', 'Australia/Lindeman', 'Australia/Lord_Howe', 'Australia/Melbourne', 'Australia/NSW',
  'Australia/North', 'Australia/Perth', 'Australia/Queensland', 'Australia/South', 'Australia/Sydney',
  'Australia/Tasmania', 'Australia/Victoria', 'Australia/West', 'Australia/Yancowinna', 'Brazil/Acre',
  'Brazil/DeNoronha', 'Brazil/East', 'Brazil/West', 'CET', 'CST6CDT', 'Canada/Atlantic', 'Canada/Central',
  'Canada/Eastern', 'Canada/Mountain', 'Canada/Newfoundland', 'Canada/Pacific', 'Canada/Saskatchewan',
  'Canada/Yukon', 'Chile/Continental', 'Chile/EasterIsland', 'Cuba', 'EET', 'EST', 'EST5EDT', 'Egypt', 'Eire',
  'Etc/GMT', 'Etc/GMT+0', 'Etc/GMT+1', 'Etc/GMT+10', 'Etc/GMT+11', 'Etc/GMT+12', 'Etc/GMT+2', 'Etc/GMT+3',
  'Etc/GMT+4', 'Etc/GMT+5', 'Etc/GMT+6', 'Etc/GMT+7', 'Etc/GMT+8', 'Etc/GMT+9', 'Etc/GMT-0', 'Etc/GMT-1',
  'Etc/GMT-10', 'Etc/GMT-11', 'Etc/GMT-12', 'Etc/GMT-13', 'Etc/GMT-14', 'Etc/GMT-2', 'Etc/GMT-3', 'Etc/GMT-4',
  'Etc/GMT-5', 'Etc/GMT-6', 'Etc/GMT-7', 'Etc/GMT-8', 'Etc/GMT-9', 'Etc/GMT0', 'Etc/Greenwich', 'Etc/UCT',
  'Etc/UTC', 'Etc/Universal', 'Etc/Zulu', 'Europe/Amsterdam', 'Europe/Andorra', 'Europe/Astrakhan',
  'Europe/Athens', 'Europe/Belfast', 'Europe/Belgrade', 'Europe/Berlin', 'Europe/Bratislava',
  'Europe/Brussels', 'Europe/Bucharest', 'Europe/Budapest', 'Europe/Busingen', 'Europe/Chisinau',
  'Europe/Copenhagen', 'Europe/Dublin', 'Europe/Gibraltar', 'Europe/Guernsey', 'Europe/Helsinki',
  'Europe/Isle_of_Man', 'Europe/Istanbul', 'Europe/Jersey', 'Europe/Kaliningrad', 'Europe/Kiev',
  'Europe/Kirov', 'Europe/Kyiv', 'Europe/Lisbon', 'Europe/Ljubljana', 'Europe/London', 'Europe/Luxembourg',
  'Europe/Madrid', 'Europe/Malta', 'Europe/Mariehamn', 'Europe/Minsk', 'Europe/Monaco', 'Europe/Moscow',
  'Europe/Nicosia', 'Europe/Oslo', 'Europe/Paris', 'Europe/Podgorica', 'Europe/Prague', 'Europe/Riga',
  'Europe/Rome', 'Europe/Samara', 'Europe/San_Marino', 'Europe/Sarajevo', 'Europe/Saratov',
  'Europe/Simferopol', 'Europe/Skopje', 'Europe/Sofia', 'Europe/Stockholm', 'Europe/Tallinn', 'Europe/Tirane',
  'Europe/Tiraspol', 'Europe/Ulyanovsk', 'Europe/Uzhgorod', 'Europe/Vaduz', 'Europe/Vatican', 'Europe/Vienna',
  'Europe/Vilnius', 'Europe/Volgograd', 'Europe/Warsaw', 'Europe/Zagreb', 'Europe/Zaporozhye',
  'Europe/Zurich', 'GB', 'GB-Eire', 'GMT', 'GMT+0', 'GMT-0', 'GMT0', 'Greenwich', 'HST', 'Hongkong',
  'Iceland', 'Indian/Antananarivo', 'Indian/Chagos', 'Indian/Christmas', 'Indian/Cocos', 'Indian/Comoro',
  'Indian/Kerguelen', 'Indian/Mahe', 'Indian/Maldives', 'Indian/Mauritius', 'Indian/Mayotte',
  'Indian/Reunion', 'Iran', 'Israel', 'Jamaica', 'Japan', 'Kwajalein', 'Libya', 'MET', 'MST', 'MST7MDT',
  'Mexico/BajaNorte', 'Mexico/BajaSur', 'Mexico/General', 'NZ', 'NZ-CHAT', 'Navajo', 'PRC', 'PST8PDT',
  'Pacific/Apia', 'Pacific/Auckland', 'Pacific/Bougainville', 'Pacific/Chatham', 'Pacific/Chuuk',
  'Pacific/Easter', 'Pacific/Efate', 'Pacific/Enderbury', 'Pacific/Fakaofo', 'Pacific/Fiji',
  'Pacific/Funafuti', 'Pacific/Galapagos', 'Pacific/Gambier', 'Pacific/Guadalcanal', 'Pacific/Guam',
  'Pacific/Honolulu', 'Pacific/Johnston', 'Pacific/Kanton', 'Pacific/Kiritimati', 'Pacific/Kosrae',
  'Pacific/Kwajalein', 'Pacific/Majuro', 'Pacific/Marquesas', 'Pacific/Midway', 'Pacific/Nauru',
  'Pacific/Niue', 'Pacific/Norfolk', 'Pacific/Noumea', 'Pacific/Pago_Pago', 'Pacific/Palau',
  'Pacific/Pitcairn', 'Pacific/Pohnpei', 'Pacific/Ponape', 'Pacific/Port_Moresby', 'Pacific/Rarotonga',
  'Pacific/Saipan', 'Pacific/Samoa', 'Pacific/Tahiti', 'Pacific/Tarawa', 'Pacific/Tongatapu', 'Pacific/Truk',
  'Pacific/Wake', 'Pacific/Wallis', 'Pacific/Yap', 'Poland', 'Portugal', 'ROC', 'ROK', 'Singapore', 'Turkey',
  'UCT', 'US/Alaska', 'US/Aleutian', 'US/Arizona', 'US/Central', 'US/East-Indiana', 'US/Eastern', 'US/Hawaii',
  'US/Indiana-Starke', 'US/Michigan', 'US/Mountain', 'US/Pacific', 'US/Samoa', 'UTC', 'Universal', 'W-SU',
  'WET', 'Zulu'
]) AS name;
--> statement-breakpoint
-- Ends the statement of an abandoned request. The setting belongs to the role that migrates, in this database; a deployment
-- whose Workers use another role sets it for that role. It applies to new sessions.
DO $$
BEGIN
  EXECUTE format('ALTER ROLE %I IN DATABASE %I SET statement_timeout = %L', current_user, current_database(), '30s');
EXCEPTION WHEN insufficient_privilege THEN
  RAISE NOTICE 'statement_timeout was not set: %', SQLERRM;
END
$$;
