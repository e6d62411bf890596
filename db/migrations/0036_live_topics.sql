CREATE TABLE "live_event" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "live_event_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"application_sid" uuid NOT NULL,
	"event_sid" uuid NOT NULL,
	"is_erasure" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "live_topic" (
	"application_sid" uuid NOT NULL,
	"topic" text NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "live_topic_application_sid_topic_pk" PRIMARY KEY("application_sid","topic")
);
--> statement-breakpoint
CREATE INDEX "live_event_application_sid_number_index" ON "live_event" USING btree ("application_sid","number");