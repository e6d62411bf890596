-- Returns the token that replaced a token in its family; null while there is none. Volatile, so that it reads with a
-- snapshot of its own: a refresh that waited for another one then sees the token of that one, which is not in its own
-- snapshot.
-- Parameters: replaced: the sid of the token.
-- Called by: src/sts/tokens/sql.ts.
CREATE OR REPLACE FUNCTION token_successor(replaced uuid) RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT replaced_by_sid FROM token_state WHERE sid = replaced
$$;
