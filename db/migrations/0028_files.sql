CREATE TABLE "file" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"install_sid" uuid NOT NULL,
	"purpose" text NOT NULL,
	"session_sid" uuid,
	"exam_configuration_sid" uuid,
	"enrollment_sid" uuid,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"upload_expires_date" timestamp (3) with time zone NOT NULL,
	"upload_started_date" timestamp (3) with time zone,
	"uploaded_date" timestamp (3) with time zone,
	"completed_date" timestamp (3) with time zone,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edit_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "file_parent" CHECK (case when "file"."purpose" in ('photo', 'returnedFile') then "file"."session_sid" is not null and "file"."exam_configuration_sid" is null
        else "file"."purpose" in ('examFile', 'attachment') and "file"."exam_configuration_sid" is not null and "file"."session_sid" is null end)
);
--> statement-breakpoint
CREATE TABLE "object_deletion" (
	"key" text PRIMARY KEY NOT NULL,
	"due_date" timestamp (3) with time zone NOT NULL,
	"upload_ends_date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "used_download" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "install" ADD COLUMN "files" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_session_sid_exam_session_sid_fk" FOREIGN KEY ("session_sid") REFERENCES "public"."exam_session"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_exam_configuration_sid_exam_configuration_sid_fk" FOREIGN KEY ("exam_configuration_sid") REFERENCES "public"."exam_configuration"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_enrollment_sid_enrollment_sid_fk" FOREIGN KEY ("enrollment_sid") REFERENCES "public"."enrollment"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_install_sid_created_date_sid_index" ON "file" USING btree ("install_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "file_session_sid_created_date_sid_index" ON "file" USING btree ("session_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "file_exam_configuration_sid_created_date_sid_index" ON "file" USING btree ("exam_configuration_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "file_enrollment_sid_index" ON "file" USING btree ("enrollment_sid");--> statement-breakpoint
CREATE INDEX "file_incomplete" ON "file" USING btree ("created_date") WHERE "file"."completed_date" is null;--> statement-breakpoint
CREATE INDEX "file_of_session" ON "file" USING btree ("completed_date") WHERE "file"."session_sid" is not null;--> statement-breakpoint
CREATE INDEX "object_deletion_due_date_index" ON "object_deletion" USING btree ("due_date");--> statement-breakpoint
CREATE INDEX "used_download_expires_at_index" ON "used_download" USING btree ("expires_at");