-- Records by how many a statement changed the number of exams of an install that are not deleted, like count_rows. A migration creates the same function, so that no change is missed between the first count and the triggers.
-- Called by: the triggers exam_insert_counted, exam_update_counted, exam_delete_counted.
CREATE OR REPLACE FUNCTION count_exams() RETURNS trigger LANGUAGE plpgsql AS $$
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
