ALTER TABLE "enrollment" ADD COLUMN "withdrawn_date" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "event_type" ADD COLUMN "retired_date" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "exam" ADD COLUMN "deleted_date" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "exam" ADD COLUMN "status_before_deletion" text;