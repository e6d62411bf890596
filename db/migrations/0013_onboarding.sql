CREATE TABLE "onboarding_link" (
	"secret_hash" "bytea" PRIMARY KEY NOT NULL,
	"session_sid" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "onboarding_link" ADD CONSTRAINT "onboarding_link_session_sid_exam_session_sid_fk" FOREIGN KEY ("session_sid") REFERENCES "public"."exam_session"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "onboarding_link_session_sid_index" ON "onboarding_link" USING btree ("session_sid");--> statement-breakpoint
CREATE INDEX "onboarding_link_expires_at_index" ON "onboarding_link" USING btree ("expires_at");