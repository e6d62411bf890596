ALTER TABLE "session_transition" ADD COLUMN "token_sid" uuid;--> statement-breakpoint
ALTER TABLE "session_transition" ADD COLUMN "on_behalf_of" uuid;--> statement-breakpoint
ALTER TABLE "session_transition" ADD COLUMN "changes" text[] DEFAULT '{}' NOT NULL;
