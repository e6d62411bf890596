-- The triggers are created in the transaction of the first count. They lock the table, so that no change is missed: writes wait
-- while the exams are counted. db/sql has the same function and triggers.
CREATE FUNCTION count_exams() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO row_count_change (table_name, install_sid, change)
    SELECT 'exam', install_sid, sum(change)
    FROM (
      SELECT install_sid, 1 AS change FROM after WHERE status <> 'deleted'
      UNION ALL
      SELECT install_sid, -1 FROM before WHERE status <> 'deleted'
    ) c
    GROUP BY 2 HAVING sum(change) <> 0;
  ELSE
    INSERT INTO row_count_change (table_name, install_sid, change)
    SELECT 'exam', install_sid, CASE TG_OP WHEN 'DELETE' THEN -count(*) ELSE count(*) END
    FROM changed WHERE status <> 'deleted' GROUP BY 2;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER exam_insert_counted AFTER INSERT ON exam
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_exams();
--> statement-breakpoint
CREATE TRIGGER exam_update_counted AFTER UPDATE ON exam
REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_exams();
--> statement-breakpoint
CREATE TRIGGER exam_delete_counted AFTER DELETE ON exam
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_exams();
--> statement-breakpoint
INSERT INTO row_count (table_name, install_sid, total)
SELECT 'exam', install_sid, count(*) FROM exam WHERE status <> 'deleted' GROUP BY install_sid;
