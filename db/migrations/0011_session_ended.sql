-- The trigger is created with the column, so that the attempts that the previous build ends have their end. db/sql has the
-- same function and trigger.
ALTER TABLE "exam_session" ADD COLUMN "ended_date" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "install" ADD COLUMN "no_show_grace_minutes" integer DEFAULT 15 NOT NULL;--> statement-breakpoint
ALTER TABLE "install" ADD COLUMN "overrun_grace_minutes" integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE "install" ADD CONSTRAINT "install_no_show_grace_minutes" CHECK ("install"."no_show_grace_minutes" between 0 and 1440) NOT VALID;--> statement-breakpoint
ALTER TABLE "install" ADD CONSTRAINT "install_overrun_grace_minutes" CHECK ("install"."overrun_grace_minutes" between 0 and 1440) NOT VALID;--> statement-breakpoint
CREATE FUNCTION set_ended_date() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.ended_date := now();
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER exam_session_ends BEFORE INSERT OR UPDATE ON exam_session FOR EACH ROW
WHEN (NEW.status IN ('Processing', 'Closed') AND NEW.in_progress_date IS NOT NULL AND NEW.ended_date IS NULL)
EXECUTE FUNCTION set_ended_date();
