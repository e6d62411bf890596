-- Records that a pair has moved to another period, because a session of another date is its current one.
CREATE OR REPLACE TRIGGER session_pair_update_counted AFTER UPDATE OF created_date ON session_pair
FOR EACH ROW WHEN (row_period(OLD.created_date, '1 day') <> row_period(NEW.created_date, '1 day'))
EXECUTE FUNCTION move_row_period('1 day');
