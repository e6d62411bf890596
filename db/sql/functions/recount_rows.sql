-- Counts the rows of row_count and row_count_period again, and deletes the changes that are part of the new counts. Inserts
-- and deletes of the counted tables wait until it has finished. For databases whose counts were changed by hand.
-- Called by: npm run repair.
CREATE OR REPLACE FUNCTION recount_rows() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE users, exam, exam_session, session_event, sts_token, session_pair, unscheduled_learner IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM row_count_change;
  -- After the changes, whose trigger adds them.
  DELETE FROM row_count_period;
  DELETE FROM row_count;
  INSERT INTO row_count_period (table_name, install_sid, period_start, total)
  SELECT 'sts_token', install_sid, row_period(created_date, '1 hour'), count(*) FROM sts_token GROUP BY 2, 3
  UNION ALL
  SELECT 'session_pair', install_sid, row_period(created_date, '1 day'), count(*) FROM session_pair GROUP BY 2, 3;
  INSERT INTO row_count (table_name, install_sid, total)
  SELECT table_name, install_sid, sum(total) FROM row_count_period GROUP BY 1, 2
  UNION ALL
  SELECT 'unscheduled_learner', install_sid, count(*) FROM unscheduled_learner GROUP BY install_sid
  UNION ALL
  SELECT 'exam_session', install_sid, count(*) FROM exam_session GROUP BY install_sid
  UNION ALL
  SELECT 'session_event', install_sid, count(*) FROM session_event GROUP BY install_sid
  UNION ALL
  SELECT 'users', install_sid, count(*) FROM users GROUP BY install_sid
  UNION ALL
  SELECT 'exam', install_sid, count(*) FROM exam WHERE status <> 'deleted' GROUP BY install_sid;
END
$$;
