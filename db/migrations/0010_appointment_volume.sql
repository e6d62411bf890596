-- The triggers are created in the transaction of the first count. They lock exam_session, so that no change is missed:
-- writes of sessions wait while the sessions are counted. The cron adds the count, which consists of changes, to
-- appointment_volume. db/sql has the same functions and triggers.
CREATE TABLE "appointment_volume" (
	"install_sid" uuid NOT NULL,
	"day" date NOT NULL,
	"volumes" json NOT NULL,
	CONSTRAINT "appointment_volume_install_sid_day_pk" PRIMARY KEY("install_sid","day")
);
--> statement-breakpoint
CREATE TABLE "appointment_volume_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "appointment_volume_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"install_sid" uuid NOT NULL,
	"start_date" timestamp (3) with time zone NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION appointment_quarter(status text, cancelled_date timestamptz, appointment_date timestamptz)
RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN cancelled_date IS NULL AND status IN ('Scheduled', 'Processing', 'Incident', 'Closed')
    THEN date_bin('15 minutes', appointment_date, '2000-01-01 00:00:00Z') END
$$;
--> statement-breakpoint
CREATE FUNCTION count_appointments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO appointment_volume_change (install_sid, start_date, change)
    SELECT install_sid, quarter, sum(change)
    FROM (
      SELECT install_sid, appointment_quarter(status, cancelled_date, appointment_date) AS quarter, 1 AS change FROM after
      UNION ALL
      SELECT install_sid, appointment_quarter(status, cancelled_date, appointment_date), -1 FROM before
    ) c
    WHERE quarter IS NOT NULL GROUP BY 1, 2 HAVING sum(change) <> 0;
  ELSE
    INSERT INTO appointment_volume_change (install_sid, start_date, change)
    SELECT install_sid, quarter, CASE TG_OP WHEN 'DELETE' THEN -count(*) ELSE count(*) END
    FROM (
      SELECT install_sid, appointment_quarter(status, cancelled_date, appointment_date) AS quarter FROM changed
    ) c
    WHERE quarter IS NOT NULL GROUP BY 1, 2;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER exam_session_insert_counted AFTER INSERT ON exam_session
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_appointments();
--> statement-breakpoint
CREATE TRIGGER exam_session_update_counted AFTER UPDATE ON exam_session
REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_appointments();
--> statement-breakpoint
CREATE TRIGGER exam_session_delete_counted AFTER DELETE ON exam_session
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_appointments();
--> statement-breakpoint
INSERT INTO appointment_volume_change (install_sid, start_date, change)
SELECT install_sid, quarter, count(*)
FROM (
  SELECT install_sid, appointment_quarter(status, cancelled_date, appointment_date) AS quarter FROM exam_session
) s
WHERE quarter IS NOT NULL GROUP BY 1, 2;
