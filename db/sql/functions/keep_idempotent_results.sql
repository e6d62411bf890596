-- Stores the use of an Idempotency-Key, if the transaction has written something. The rows that its statements returned
-- are in the settings invigil.rows_0, invigil.rows_1 and so on. It is the last statement of a batch that begins with
-- require_free_idempotency_key().
-- Parameters: key_caller, key_text, request_owner, request_digest, sealed_text: the columns of idempotency_key.
--   named: uuids in the request and in what it has read, of which the users are stored. statements: their number.
--   since: the time of the request. If a user was erased after it, nothing that names the user is stored.
-- Called by: src/shared/idempotency/queries.ts.
CREATE OR REPLACE FUNCTION keep_idempotent_results(
  key_caller text, key_text text, request_owner uuid, request_digest bytea, sealed_text text, named uuid[],
  statements integer, since timestamptz
) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  kept text;
  users_named uuid[];
BEGIN
  IF pg_current_xact_id_if_assigned() IS NULL THEN
    RETURN;
  END IF;
  SELECT '[' || string_agg(coalesce(nullif(current_setting('invigil.rows_' || n, true), ''), '[]'), ',' ORDER BY n) || ']'
    INTO kept FROM generate_series(0, statements - 1) n;
  SELECT array_agg(u.sid) INTO users_named FROM users u WHERE u.sid = ANY (named || uuids_in(kept));
  -- Waits for an erasure, and a later one waits for this transaction, so that it finds what is stored.
  PERFORM FROM users u WHERE u.sid = ANY (users_named) ORDER BY u.sid FOR SHARE;
  -- This transaction itself sets the date of a user that it merges into another one.
  IF EXISTS (SELECT FROM users u WHERE u.sid = ANY (users_named) AND u.erased_date >= since
    AND u.xmin <> pg_current_xact_id()::xid)
  THEN
    kept := NULL;
    sealed_text := NULL;
    users_named := NULL;
  END IF;
  INSERT INTO idempotency_key AS k (caller, key, owner, request_hash, sealed, results, user_sids)
  VALUES (key_caller, key_text, request_owner, request_digest, sealed_text, kept::json, coalesce(users_named, '{}'))
  ON CONFLICT (caller, key) DO UPDATE SET owner = excluded.owner, request_hash = excluded.request_hash,
    sealed = excluded.sealed, results = excluded.results, user_sids = excluded.user_sids, created_date = now();
END
$$;
