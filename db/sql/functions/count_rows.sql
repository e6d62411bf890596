-- Records how many rows of each install a statement inserted or deleted. It only inserts, so that statements of the same
-- install do not wait for each other; the cron adds the changes to row_count. A migration creates the same function, so
-- that no change is missed between the first count and the triggers.
-- Parameter of the trigger: the length of the periods of a table whose rows are also counted by the period of their creation.
-- Called by: the triggers sts_token_insert_counted, sts_token_delete_counted, session_pair_insert_counted,
-- session_pair_delete_counted, unscheduled_learner_insert_counted, unscheduled_learner_delete_counted,
-- exam_session_insert_numbered, exam_session_delete_numbered, session_event_insert_counted, session_event_delete_counted,
-- users_insert_counted, users_delete_counted.
CREATE OR REPLACE FUNCTION count_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO row_count_change (table_name, install_sid, change, period_start)
  SELECT TG_TABLE_NAME, c.install_sid, CASE TG_OP WHEN 'DELETE' THEN -count(*) ELSE count(*) END,
    row_period(c.created_date, TG_ARGV[0]::interval)
  FROM changed c GROUP BY 2, 4;
  RETURN NULL;
END
$$;
