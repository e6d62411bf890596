ALTER TABLE "exam" VALIDATE CONSTRAINT "exam_cancellation_policy_sid_cancellation_policy_sid_fk";--> statement-breakpoint
ALTER TABLE "exam_session" VALIDATE CONSTRAINT "exam_session_cancellation_policy_version";
