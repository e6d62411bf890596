-- The functions and triggers are replaced in the transaction of the first count. Creating the triggers locks the tables, so
-- that no change is missed: inserts wait while the rows are counted. Changes that were recorded before have no period: the
-- first count has their rows. db/sql has the same functions and triggers.
CREATE TABLE "row_count_period" (
	"table_name" text NOT NULL,
	"install_sid" uuid NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "row_count_period_table_name_install_sid_period_start_pk" PRIMARY KEY("table_name","install_sid","period_start")
);
--> statement-breakpoint
ALTER TABLE "row_count_change" ADD COLUMN "period_start" timestamp (3) with time zone;
--> statement-breakpoint
CREATE FUNCTION row_period(created timestamptz, length interval) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN date_bin(length, created, '2000-01-01T00:00Z');
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO row_count_change (table_name, install_sid, change, period_start)
  SELECT TG_TABLE_NAME, c.install_sid, CASE TG_OP WHEN 'DELETE' THEN -count(*) ELSE count(*) END,
    row_period(c.created_date, TG_ARGV[0]::interval)
  FROM changed c GROUP BY 2, 4;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION move_row_period() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO row_count_change (table_name, install_sid, change, period_start)
  VALUES (TG_TABLE_NAME, OLD.install_sid, -1, row_period(OLD.created_date, TG_ARGV[0]::interval)),
    (TG_TABLE_NAME, NEW.install_sid, 1, row_period(NEW.created_date, TG_ARGV[0]::interval));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION add_row_periods() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO row_count_period AS p (table_name, install_sid, period_start, total)
  SELECT a.table_name, a.install_sid, a.period_start, sum(a.change)
  FROM added a WHERE a.period_start IS NOT NULL
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (table_name, install_sid, period_start) DO UPDATE SET total = p.total + excluded.total;
  DELETE FROM row_count_period p USING added a
  WHERE p.table_name = a.table_name AND p.install_sid = a.install_sid AND p.period_start = a.period_start AND p.total = 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_insert_counted AFTER INSERT ON users
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
--> statement-breakpoint
CREATE TRIGGER users_delete_counted AFTER DELETE ON users
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
--> statement-breakpoint
CREATE TRIGGER exam_session_insert_numbered AFTER INSERT ON exam_session
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
--> statement-breakpoint
CREATE TRIGGER exam_session_delete_numbered AFTER DELETE ON exam_session
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER sts_token_insert_counted AFTER INSERT ON sts_token
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows('1 hour');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER sts_token_delete_counted AFTER DELETE ON sts_token
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows('1 hour');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER session_pair_insert_counted AFTER INSERT ON session_pair
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows('1 day');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER session_pair_delete_counted AFTER DELETE ON session_pair
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows('1 day');
--> statement-breakpoint
CREATE TRIGGER session_pair_update_counted AFTER UPDATE OF created_date ON session_pair
FOR EACH ROW WHEN (row_period(OLD.created_date, '1 day') <> row_period(NEW.created_date, '1 day'))
EXECUTE FUNCTION move_row_period('1 day');
--> statement-breakpoint
CREATE TRIGGER row_count_change_delete_added AFTER DELETE ON row_count_change
REFERENCING OLD TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_row_periods();
--> statement-breakpoint
INSERT INTO row_count (table_name, install_sid, total)
SELECT 'exam_session', install_sid, count(*) FROM exam_session GROUP BY install_sid
UNION ALL
SELECT 'users', install_sid, count(*) FROM users GROUP BY install_sid;
--> statement-breakpoint
INSERT INTO row_count_period (table_name, install_sid, period_start, total)
SELECT 'sts_token', install_sid, row_period(created_date, '1 hour'), count(*) FROM sts_token GROUP BY 2, 3
UNION ALL
SELECT 'session_pair', install_sid, row_period(created_date, '1 day'), count(*) FROM session_pair GROUP BY 2, 3;
