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
DROP INDEX "onboarding_link_session_sid_index";--> statement-breakpoint
DROP INDEX "onboarding_link_expires_at_index";--> statement-breakpoint
DROP INDEX "sts_family_credential_sid_index";--> statement-breakpoint
DROP INDEX "sts_family_absolute_expires_at_index";--> statement-breakpoint
ALTER TABLE "sts_family" ADD COLUMN "holder_sid" uuid;--> statement-breakpoint
ALTER TABLE "sts_family" ADD COLUMN "holder_epoch" integer;--> statement-breakpoint
UPDATE "sts_family" SET "holder_sid" = "credential_sid", "holder_epoch" = "credential_epoch";--> statement-breakpoint
ALTER TABLE "sts_family" ALTER COLUMN "holder_sid" SET NOT NULL, ALTER COLUMN "holder_epoch" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sts_event" ADD CONSTRAINT "sts_event_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sts_event_install_sid_created_date_sid_index" ON "sts_event" USING btree ("install_sid","created_date","sid");--> statement-breakpoint
CREATE UNIQUE INDEX "sts_event_reused" ON "sts_event" USING btree ("token_sid") WHERE "sts_event"."event" = 'reused';--> statement-breakpoint
ALTER TABLE "sts_family" ADD CONSTRAINT "sts_family_holder_sid_api_credential_sid_fk" FOREIGN KEY ("holder_sid") REFERENCES "public"."api_credential"("sid") ON DELETE no action ON UPDATE no action;