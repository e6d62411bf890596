CREATE TABLE "webhook_recovery" (
	"endpoint_sid" uuid PRIMARY KEY NOT NULL,
	"event_date" timestamp (3) with time zone NOT NULL,
	"position" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL,
	"continued_date" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_recovery" ADD CONSTRAINT "webhook_recovery_endpoint_sid_webhook_endpoint_sid_fk" FOREIGN KEY ("endpoint_sid") REFERENCES "public"."webhook_endpoint"("sid") ON DELETE no action ON UPDATE no action;