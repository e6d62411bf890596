-- Records that a row of a table with periods has moved to another period.
-- Parameter of the trigger: the length of the periods.
-- Called by: the trigger session_pair_update_counted.
CREATE OR REPLACE FUNCTION move_row_period() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO row_count_change (table_name, install_sid, change, period_start)
  VALUES (TG_TABLE_NAME, OLD.install_sid, -1, row_period(OLD.created_date, TG_ARGV[0]::interval)),
    (TG_TABLE_NAME, NEW.install_sid, 1, row_period(NEW.created_date, TG_ARGV[0]::interval));
  RETURN NULL;
END
$$;
