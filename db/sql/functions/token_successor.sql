-- Returns the token that replaced a token in its family, or null. Volatile, so that it reads with its own
-- snapshot: a refresh that waited for another one then reads the token of that one, which is not in the snapshot
-- of the statement.
-- Parameters: replaced: the sid of the token.
-- Called by: refresh_token.
CREATE OR REPLACE FUNCTION token_successor(replaced uuid) RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT replaced_by_sid FROM token_state WHERE sid = replaced
$$;
