-- Records the number of deleted events of sessions of each install.
CREATE OR REPLACE TRIGGER session_event_delete_counted AFTER DELETE ON session_event
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
