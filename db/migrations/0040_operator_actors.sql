ALTER TABLE "onboarding_link" ADD COLUMN "sign_in_session_sid" uuid;--> statement-breakpoint
ALTER TABLE "sts_event" ADD COLUMN "operator_sid" uuid;