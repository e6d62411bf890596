-- The triggers are created in the transaction of the first count. They lock both tables, so that no change is missed:
-- inserts wait while the rows are counted. db/sql has the same function and triggers.
CREATE TABLE "row_count" (
	"table_name" text NOT NULL,
	"install_sid" uuid NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "row_count_table_name_install_sid_pk" PRIMARY KEY("table_name","install_sid")
);
--> statement-breakpoint
CREATE TABLE "row_count_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "row_count_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"table_name" text NOT NULL,
	"install_sid" uuid NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION count_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO row_count_change (table_name, install_sid, change)
  SELECT TG_TABLE_NAME, c.install_sid, CASE TG_OP WHEN 'DELETE' THEN -count(*) ELSE count(*) END
  FROM changed c GROUP BY c.install_sid;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER sts_token_insert_counted AFTER INSERT ON sts_token
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
--> statement-breakpoint
CREATE TRIGGER sts_token_delete_counted AFTER DELETE ON sts_token
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
--> statement-breakpoint
CREATE TRIGGER session_pair_insert_counted AFTER INSERT ON session_pair
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
--> statement-breakpoint
CREATE TRIGGER session_pair_delete_counted AFTER DELETE ON session_pair
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
--> statement-breakpoint
INSERT INTO row_count (table_name, install_sid, total)
SELECT 'sts_token', install_sid, count(*) FROM sts_token GROUP BY install_sid
UNION ALL
SELECT 'session_pair', install_sid, count(*) FROM session_pair GROUP BY install_sid;
