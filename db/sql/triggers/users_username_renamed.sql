-- Makes another username unique again.
CREATE OR REPLACE TRIGGER users_username_renamed BEFORE UPDATE OF username ON users
FOR EACH ROW WHEN (OLD.username_clash <> 0 AND NEW.username IS DISTINCT FROM OLD.username)
EXECUTE FUNCTION clear_username_clash();
