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
	"topic" text NOT NULL,
	"source" text NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"user_sid" uuid,
	"changed_table" text,
	"operation" text,
	"client_id" text,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_source" CHECK ("event"."source" in ('capture', 'sync', 'socket', 'sdk'))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoint" (
	"sid" uuid PRIMARY KEY NOT NULL,
	"application_sid" uuid NOT NULL,
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
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_application_sid_application_sid_fk" FOREIGN KEY ("application_sid") REFERENCES "public"."application"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_delivery_sid_webhook_delivery_sid_fk" FOREIGN KEY ("delivery_sid") REFERENCES "public"."webhook_delivery"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_application_sid_application_sid_fk" FOREIGN KEY ("application_sid") REFERENCES "public"."application"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_event_sid_event_sid_fk" FOREIGN KEY ("event_sid") REFERENCES "public"."event"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_endpoint_sid_webhook_endpoint_sid_fk" FOREIGN KEY ("endpoint_sid") REFERENCES "public"."webhook_endpoint"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_application_sid_application_sid_fk" FOREIGN KEY ("application_sid") REFERENCES "public"."application"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_application_sid_application_sid_fk" FOREIGN KEY ("application_sid") REFERENCES "public"."application"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_attempt_delivery_sid_number_index" ON "webhook_attempt" USING btree ("delivery_sid","number");--> statement-breakpoint
CREATE INDEX "webhook_attempt_application_sid_created_date_sid_index" ON "webhook_attempt" USING btree ("application_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "webhook_attempt_event" ON "webhook_attempt" USING btree ("application_sid","event_type","created_date","sid");--> statement-breakpoint
CREATE INDEX "webhook_attempt_endpoint" ON "webhook_attempt" USING btree ("endpoint_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "webhook_attempt_failed" ON "webhook_attempt" USING btree ("application_sid","created_date","sid") WHERE not "webhook_attempt"."success";--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_delivery_pair" ON "webhook_delivery" USING btree ("event_sid","endpoint_sid");--> statement-breakpoint
CREATE INDEX "webhook_delivery_outbox" ON "webhook_delivery" USING btree ("due_date") WHERE "webhook_delivery"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_delivery_waiting" ON "webhook_delivery" USING btree ("endpoint_sid") WHERE "webhook_delivery"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_delivery_dead" ON "webhook_delivery" USING btree ("application_sid","sid") WHERE "webhook_delivery"."status" = 'dead';--> statement-breakpoint
CREATE INDEX "webhook_delivery_dead_of_endpoint" ON "webhook_delivery" USING btree ("endpoint_sid","sid") WHERE "webhook_delivery"."status" = 'dead';--> statement-breakpoint
CREATE UNIQUE INDEX "event_client_id" ON "event" USING btree ("application_sid","client_id");--> statement-breakpoint
CREATE INDEX "event_application_sid_created_date_sid_index" ON "event" USING btree ("application_sid","created_date","sid");--> statement-breakpoint
CREATE INDEX "event_user_sid_index" ON "event" USING btree ("user_sid") WHERE "event"."user_sid" is not null;--> statement-breakpoint
CREATE INDEX "event_contact" ON "event" USING btree ("application_sid",lower("payload" ->> 'contactEmail')) WHERE "event"."changed_table" = 'session_event';--> statement-breakpoint
CREATE INDEX "webhook_endpoint_application_sid_created_date_sid_index" ON "webhook_endpoint" USING btree ("application_sid","created_date","sid");