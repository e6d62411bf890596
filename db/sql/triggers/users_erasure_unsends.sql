-- Deletes the unsent messages of a user who is erased.
CREATE OR REPLACE TRIGGER users_erasure_unsends AFTER UPDATE OF erased_date ON users FOR EACH ROW
WHEN (NEW.erased_date IS NOT NULL) EXECUTE FUNCTION erase_messages();
