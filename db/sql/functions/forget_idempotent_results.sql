-- Erases what is stored of requests that name a user. Their keys remain used.
-- Called by: src/proctoring/people/users/erase.ts.
CREATE OR REPLACE FUNCTION forget_idempotent_results(user_sid uuid) RETURNS void
LANGUAGE sql AS $$
  UPDATE idempotency_key SET sealed = NULL, results = NULL, user_sids = '{}' WHERE user_sids @> ARRAY[user_sid]
$$;
