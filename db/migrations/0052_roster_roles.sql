ALTER TABLE "enrollment_section" ADD COLUMN "role" text;--> statement-breakpoint
ALTER TABLE "enrollment_section" ADD COLUMN "end_date" date;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "roster_roles" jsonb;