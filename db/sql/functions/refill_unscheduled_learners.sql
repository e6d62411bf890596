-- Computes unscheduled_learner again for all learners, and deletes the marks that the new rows include. For databases
-- that were changed without triggers, and after large loads.
-- Called by: npm run repair, tools/demo-data.
CREATE OR REPLACE FUNCTION refill_unscheduled_learners() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE unscheduled_learner IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM unscheduled_mark;
  DELETE FROM unscheduled_learner;
  INSERT INTO unscheduled_learner (user_sid, install_sid, created_date, unscheduled_until)
  SELECT u.sid, u.install_sid, u.created_date, n.unscheduled_until
  FROM install i
  CROSS JOIN LATERAL unscheduled_until(ARRAY(SELECT u.sid FROM users u WHERE u.install_sid = i.sid)) n
  JOIN users u ON u.sid = n.user_sid AND u.install_sid = n.install_sid
  ORDER BY u.install_sid, u.created_date, u.sid;
END
$$;
