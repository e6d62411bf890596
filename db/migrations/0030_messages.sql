CREATE TABLE "message" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"install_sid" uuid NOT NULL,
	"session_sid" uuid NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"due_date" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"fault" text,
	"appointment_date" timestamp (3) with time zone,
	"appointment_end_date" timestamp (3) with time zone,
	"previous_date" timestamp (3) with time zone,
	"detail" text,
	"calendar" text,
	"sequence" integer,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_date" timestamp (3) with time zone,
	CONSTRAINT "message_kind" CHECK ("message"."kind" in ('confirmation', 'change', 'denial', 'cancellation', 'unscheduled', 'noShow', 'windowClosed', 'reminder24h', 'reminder1h', 'review')),
	CONSTRAINT "message_status" CHECK ("message"."status" in ('pending', 'sent', 'failed')),
	CONSTRAINT "message_calendar" CHECK ("message"."calendar" in ('request', 'tentative', 'cancel'))
);
--> statement-breakpoint
ALTER TABLE "install" ADD COLUMN "locale" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "install" ADD COLUMN "notifications_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "install" ADD COLUMN "notify_confirmations" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "install" ADD COLUMN "notify_reminders" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "install" ADD COLUMN "notify_reviews" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "install" ADD COLUMN "notification_texts" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "locale" text;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_session_sid_exam_session_sid_fk" FOREIGN KEY ("session_sid") REFERENCES "public"."exam_session"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_outbox" ON "message" USING btree ("due_date","sid") WHERE "message"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "message_session_sid_sid_index" ON "message" USING btree ("session_sid","sid");--> statement-breakpoint
CREATE UNIQUE INDEX "message_reminder" ON "message" USING btree ("session_sid","kind","appointment_date") WHERE "message"."kind" in ('reminder24h', 'reminder1h');--> statement-breakpoint
CREATE INDEX "message_finished" ON "message" USING btree ("finished_date") WHERE "message"."finished_date" is not null;