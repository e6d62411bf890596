-- Returns the addresses of a user and of the users that were merged into it.
-- Parameters: person: the row, before its erasure.
-- Called by: erase_events, find_mentions, DELETE .../users/{} (src/proctoring/people/users/erase.ts).
CREATE OR REPLACE FUNCTION addresses_of(person users) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(a.address) FROM (
    SELECT unnest(ARRAY[person.email, person.preferred_email])
    UNION
    SELECT jsonb_array_elements_text(f.identity->'emails') FROM jsonb_array_elements(person.former_identities) f (identity)
  ) a (address)
  WHERE a.address IS NOT NULL
$$;
