-- Adds deleted changes of row_count_change to row_count_period. A transaction that adds changes to row_count deletes them, also
-- that of the previous build during a deployment. Periods that have no rows any more are deleted.
-- Called by: the trigger row_count_change_delete_added.
CREATE OR REPLACE FUNCTION add_row_periods() RETURNS trigger LANGUAGE plpgsql AS $$
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
