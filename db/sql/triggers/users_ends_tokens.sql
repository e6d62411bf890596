-- Records that the tokens of an erased user have ended.
CREATE OR REPLACE TRIGGER users_ends_tokens AFTER UPDATE OF erased_date ON users
FOR EACH ROW WHEN (OLD.erased_date IS NULL AND NEW.erased_date IS NOT NULL)
EXECUTE FUNCTION record_ended_tokens('user_revoked');
