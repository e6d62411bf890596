-- Records how many rows of each install a statement inserted or deleted. It only inserts, so that statements of the same
-- install do not wait for each other; the cron adds the changes to row_count. A migration creates the same function, so
-- that no change is missed between the first count and the triggers.
-- Called by: the triggers sts_token_insert_counted, sts_token_delete_counted, session_pair_insert_counted,
-- session_pair_delete_counted, unscheduled_learner_insert_counted, unscheduled_learner_delete_counted.
CREATE OR REPLACE FUNCTION count_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO row_count_change (table_name, install_sid, change)
  SELECT TG_TABLE_NAME, c.install_sid, CASE TG_OP WHEN 'DELETE' THEN -count(*) ELSE count(*) END
  FROM changed c GROUP BY c.install_sid;
  RETURN NULL;
END
$$;
