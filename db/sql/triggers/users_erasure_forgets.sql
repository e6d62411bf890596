-- Erases what is stored of the requests with an Idempotency-Key that name a user who is erased or merged.
CREATE OR REPLACE TRIGGER users_erasure_forgets AFTER UPDATE OF erased_date ON users FOR EACH ROW
WHEN (NEW.erased_date IS NOT NULL) EXECUTE FUNCTION forget_idempotent_results();
