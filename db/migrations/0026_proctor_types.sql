CREATE TABLE "proctor_group" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"install_sid" uuid NOT NULL,
	"name" text NOT NULL,
	"capacity" integer,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edit_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retired_date" timestamp (3) with time zone,
	CONSTRAINT "proctor_group_capacity" CHECK ("proctor_group"."capacity" >= 0)
);
--> statement-breakpoint
CREATE TABLE "proctor_group_member" (
	"group_sid" uuid NOT NULL,
	"user_sid" uuid NOT NULL,
	CONSTRAINT "proctor_group_member_group_sid_user_sid_pk" PRIMARY KEY("group_sid","user_sid")
);
--> statement-breakpoint
CREATE TABLE "proctor_type" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"install_sid" uuid NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"live" boolean DEFAULT false NOT NULL,
	"review" text DEFAULT 'none' NOT NULL,
	"room_scan" boolean DEFAULT false NOT NULL,
	"auto_approve" boolean DEFAULT false NOT NULL,
	"capacity" integer,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edit_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retired_date" timestamp (3) with time zone,
	CONSTRAINT "proctor_type_review" CHECK ("proctor_type"."review" in ('none', 'required')),
	CONSTRAINT "proctor_type_capacity" CHECK ("proctor_type"."capacity" >= 0)
);
--> statement-breakpoint
CREATE TABLE "review_process" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"install_sid" uuid NOT NULL,
	"name" text NOT NULL,
	"hours_until_due" integer NOT NULL,
	"second_review" boolean DEFAULT false NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edit_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retired_date" timestamp (3) with time zone,
	CONSTRAINT "review_process_hours_until_due" CHECK ("review_process"."hours_until_due" > 0)
);
--> statement-breakpoint
-- A reference that is added with its column needs no scan of the table: Postgres does not check the nulls.
ALTER TABLE "exam" ADD COLUMN "proctor_group_sid" uuid CONSTRAINT "exam_proctor_group_sid_proctor_group_sid_fk" REFERENCES "public"."proctor_group"("sid");--> statement-breakpoint
ALTER TABLE "exam" ADD COLUMN "review_complete_notification_url" text;--> statement-breakpoint
ALTER TABLE "exam" ADD COLUMN "review_process_sid" uuid CONSTRAINT "exam_review_process_sid_review_process_sid_fk" REFERENCES "public"."review_process"("sid");--> statement-breakpoint
ALTER TABLE "exam_session" ADD COLUMN "scheduling_module" text;--> statement-breakpoint
ALTER TABLE "exam_session" ADD COLUMN "workflow_module" text;--> statement-breakpoint
ALTER TABLE "exam_session" ADD COLUMN "proctor_group_sid" uuid CONSTRAINT "exam_session_proctor_group_sid_proctor_group_sid_fk" REFERENCES "public"."proctor_group"("sid");--> statement-breakpoint
ALTER TABLE "exam_session" ADD COLUMN "review_complete_notification_url" text;--> statement-breakpoint
ALTER TABLE "exam_session" ADD COLUMN "proctor_review_process_sid" uuid CONSTRAINT "exam_session_proctor_review_process_sid_review_process_sid_fk" REFERENCES "public"."review_process"("sid");--> statement-breakpoint
ALTER TABLE "exam_session" ADD COLUMN "first_reviewer" text;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD COLUMN "notification" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "proctor_group" ADD CONSTRAINT "proctor_group_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proctor_group_member" ADD CONSTRAINT "proctor_group_member_group_sid_proctor_group_sid_fk" FOREIGN KEY ("group_sid") REFERENCES "public"."proctor_group"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proctor_group_member" ADD CONSTRAINT "proctor_group_member_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proctor_type" ADD CONSTRAINT "proctor_type_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_process" ADD CONSTRAINT "review_process_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "proctor_group_install_sid_created_date_sid_index" ON "proctor_group" USING btree ("install_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "proctor_group_member_user_sid_index" ON "proctor_group_member" USING btree ("user_sid");--> statement-breakpoint
CREATE UNIQUE INDEX "proctor_type_code" ON "proctor_type" USING btree ("install_sid","code") WHERE "proctor_type"."retired_date" is null;--> statement-breakpoint
CREATE INDEX "proctor_type_install_sid_created_date_sid_index" ON "proctor_type" USING btree ("install_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "review_process_install_sid_created_date_sid_index" ON "review_process" USING btree ("install_sid","created_date","sid");
--> statement-breakpoint
-- The types of the installs that exist. db/sql replaces the function again. The foreign key of proctor_type has locked
-- install, so that no install is created before the commit.
CREATE OR REPLACE FUNCTION insert_install_defaults() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ensure_event_types(NEW.sid);
  INSERT INTO proctor_type (sid, install_sid, code, name, live, review, room_scan)
  VALUES
    (gen_random_uuid(), NEW.sid, 'live', 'Live', true, 'none', false),
    (gen_random_uuid(), NEW.sid, 'record-and-review', 'Record and review', false, 'required', true),
    (gen_random_uuid(), NEW.sid, 'automated', 'Automated', false, 'none', true),
    (gen_random_uuid(), NEW.sid, 'in-person', 'In person', true, 'none', false);
  RETURN NULL;
END
$$;
--> statement-breakpoint
INSERT INTO "proctor_type" ("sid", "install_sid", "code", "name", "live", "review", "room_scan")
SELECT gen_random_uuid(), i."sid", t."code", t."name", t."live", t."review", t."room_scan"
FROM "install" i CROSS JOIN (VALUES
  ('live', 'Live', true, 'none', false),
  ('record-and-review', 'Record and review', false, 'required', true),
  ('automated', 'Automated', false, 'none', true),
  ('in-person', 'In person', true, 'none', false)
) t("code", "name", "live", "review", "room_scan");
