-- Erases what is stored of the requests that name an erased user. Their keys remain used.
-- Called by: the trigger users_erasure_forgets.
CREATE OR REPLACE FUNCTION forget_idempotent_results() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE idempotency_key SET sealed = NULL, results = NULL, user_sids = '{}' WHERE user_sids @> ARRAY[NEW.sid];
  RETURN NULL;
END
$$;
