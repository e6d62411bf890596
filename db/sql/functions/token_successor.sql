-- The token that follows one in its family. Volatile, so that it looks with a snapshot of its own: who has waited for a
-- refresh that won is told of the token that this one made, which the snapshot of the waiting statement does not have.
CREATE OR REPLACE FUNCTION token_successor(replaced uuid) RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT replaced_by_sid FROM token_state WHERE sid = replaced
$$;
