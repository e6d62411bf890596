-- Clears the reason why a user left a roster.
CREATE OR REPLACE TRIGGER users_enabled BEFORE UPDATE OF enabled, roster_roles_ended ON users
FOR EACH ROW WHEN (NEW.enabled AND NEW.roster_roles_ended) EXECUTE FUNCTION clear_roster_roles_ended();
