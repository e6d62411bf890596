CREATE TABLE "cancellation_policy" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"install_sid" uuid NOT NULL,
	"name" text NOT NULL,
	"retired_date" timestamp (3) with time zone,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edit_date" timestamp (3) with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE "cancellation_policy_version" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"policy_sid" uuid NOT NULL,
	"version" integer NOT NULL,
	"lead_time_minutes" integer NOT NULL,
	"max_reschedules" integer,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cancellation_policy_version_lead_time" CHECK ("cancellation_policy_version"."lead_time_minutes" >= 0),
	CONSTRAINT "cancellation_policy_version_reschedules" CHECK ("cancellation_policy_version"."max_reschedules" >= 0)
);--> statement-breakpoint
ALTER TABLE "exam" ADD COLUMN "cancellation_policy_sid" uuid;--> statement-breakpoint
ALTER TABLE "exam_session" ADD COLUMN "recording_url" text;--> statement-breakpoint
ALTER TABLE "exam_session" ADD COLUMN "automated" jsonb;--> statement-breakpoint
ALTER TABLE "exam_session" ADD COLUMN "system_check_passed" boolean;--> statement-breakpoint
ALTER TABLE "exam_session" ADD COLUMN "system_check_details" jsonb;--> statement-breakpoint
ALTER TABLE "exam_session" ADD COLUMN "platform_version" text;--> statement-breakpoint
ALTER TABLE "exam_session" ADD COLUMN "exam_locale" text;--> statement-breakpoint
ALTER TABLE "exam_session" ADD COLUMN "url" text;--> statement-breakpoint
ALTER TABLE "exam_session" ADD COLUMN "partner_provisioned_exam_url" text;--> statement-breakpoint
ALTER TABLE "exam_session" ADD COLUMN "cancellation_policy_version_sid" uuid;--> statement-breakpoint
ALTER TABLE "exam_session" ADD COLUMN "reschedule_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "exam_session" ADD COLUMN "external_appointment_id" text;--> statement-breakpoint
ALTER TABLE "exam_session" ADD COLUMN "external_reserved_appointment_id" text;--> statement-breakpoint
ALTER TABLE "exam_session" ADD COLUMN "external_reserved_appointment_expires" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "exam_session" ADD COLUMN "external_appointment_sync_date" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "install" ADD COLUMN "require_system_check" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "install" ADD COLUMN "cancellation_policy_sid" uuid;--> statement-breakpoint
ALTER TABLE "cancellation_policy" ADD CONSTRAINT "cancellation_policy_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancellation_policy_version" ADD CONSTRAINT "cancellation_policy_version_policy_sid_cancellation_policy_sid_fk" FOREIGN KEY ("policy_sid") REFERENCES "public"."cancellation_policy"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cancellation_policy_install_sid_created_date_sid_index" ON "cancellation_policy" USING btree ("install_sid","created_date","sid");--> statement-breakpoint
CREATE UNIQUE INDEX "cancellation_policy_version_policy_sid_version_index" ON "cancellation_policy_version" USING btree ("policy_sid","version");--> statement-breakpoint
ALTER TABLE "exam" ADD CONSTRAINT "exam_cancellation_policy_sid_cancellation_policy_sid_fk" FOREIGN KEY ("cancellation_policy_sid") REFERENCES "public"."cancellation_policy"("sid") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "exam_session" ADD CONSTRAINT "exam_session_cancellation_policy_version" FOREIGN KEY ("cancellation_policy_version_sid") REFERENCES "public"."cancellation_policy_version"("sid") ON DELETE no action ON UPDATE no action NOT VALID;
