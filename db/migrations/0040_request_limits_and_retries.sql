-- Unlogged, with space for heap-only updates: written by hand (db/schema/request-count.ts).
CREATE UNLOGGED TABLE "request_count" (
	"caller" text NOT NULL,
	"tenant" uuid NOT NULL,
	"is_write" boolean NOT NULL,
	"started_date" timestamp (3) with time zone NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "request_count_caller_tenant_is_write_pk" PRIMARY KEY("caller","tenant","is_write")
) WITH (fillfactor = 20);
--> statement-breakpoint
CREATE TABLE "webhook_notice" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"endpoint_sid" uuid NOT NULL,
	"operator_sid" uuid NOT NULL,
	"kind" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_date" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_retry" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"application_sid" uuid NOT NULL,
	"install_sid" uuid,
	"endpoint_sid" uuid,
	"event_type" text,
	"since_date" timestamp (3) with time zone NOT NULL,
	"until_date" timestamp (3) with time zone NOT NULL,
	"matched" integer NOT NULL,
	"scheduled" integer DEFAULT 0 NOT NULL,
	"position" uuid,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_date" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "reads_per_minute" integer DEFAULT 3000;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "writes_per_minute" integer DEFAULT 600;--> statement-breakpoint
ALTER TABLE "install" ADD COLUMN "reads_per_minute" integer DEFAULT 3000;--> statement-breakpoint
ALTER TABLE "install" ADD COLUMN "writes_per_minute" integer DEFAULT 600;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD COLUMN "failing_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD COLUMN "failed_date" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_notice" ADD CONSTRAINT "webhook_notice_endpoint_sid_webhook_endpoint_sid_fk" FOREIGN KEY ("endpoint_sid") REFERENCES "public"."webhook_endpoint"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_notice" ADD CONSTRAINT "webhook_notice_operator_sid_operator_sid_fk" FOREIGN KEY ("operator_sid") REFERENCES "public"."operator"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_retry" ADD CONSTRAINT "webhook_retry_application_sid_application_sid_fk" FOREIGN KEY ("application_sid") REFERENCES "public"."application"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_retry" ADD CONSTRAINT "webhook_retry_endpoint_sid_webhook_endpoint_sid_fk" FOREIGN KEY ("endpoint_sid") REFERENCES "public"."webhook_endpoint"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "request_count_started_date_index" ON "request_count" USING btree ("started_date");--> statement-breakpoint
CREATE INDEX "webhook_notice_due" ON "webhook_notice" USING btree ("due_date") WHERE "webhook_notice"."finished_date" is null;--> statement-breakpoint
CREATE INDEX "webhook_notice_finished" ON "webhook_notice" USING btree ("finished_date");--> statement-breakpoint
CREATE INDEX "webhook_notice_endpoint_sid_index" ON "webhook_notice" USING btree ("endpoint_sid");--> statement-breakpoint
CREATE INDEX "webhook_notice_operator_sid_index" ON "webhook_notice" USING btree ("operator_sid");--> statement-breakpoint
CREATE INDEX "webhook_retry_unfinished" ON "webhook_retry" USING btree ("created_date") WHERE "webhook_retry"."finished_date" is null;--> statement-breakpoint
CREATE INDEX "webhook_retry_finished" ON "webhook_retry" USING btree ("finished_date");--> statement-breakpoint
CREATE INDEX "webhook_retry_endpoint_sid_index" ON "webhook_retry" USING btree ("endpoint_sid");