-- Counts the rows of row_count again, and deletes the changes that are part of the new counts. Inserts and deletes of the
-- counted tables wait until it has finished. For databases whose counts were changed by hand.
-- Called by: npm run repair.
CREATE OR REPLACE FUNCTION recount_rows() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE sts_token, session_pair, unscheduled_learner IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM row_count_change;
  DELETE FROM row_count;
  INSERT INTO row_count (table_name, install_sid, total)
  SELECT 'sts_token', install_sid, count(*) FROM sts_token GROUP BY install_sid
  UNION ALL
  SELECT 'session_pair', install_sid, count(*) FROM session_pair GROUP BY install_sid
  UNION ALL
  SELECT 'unscheduled_learner', install_sid, count(*) FROM unscheduled_learner GROUP BY install_sid;
END
$$;
