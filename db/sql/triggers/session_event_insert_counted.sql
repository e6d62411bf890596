-- Records the number of inserted events of sessions of each install.
CREATE OR REPLACE TRIGGER session_event_insert_counted AFTER INSERT ON session_event
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
