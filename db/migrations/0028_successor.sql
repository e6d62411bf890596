-- The token that follows one in its family. Volatile, so that it looks with a snapshot of its own: who has waited for a
-- refresh that won is told of the token that this one made, which the snapshot of the waiting statement does not have.
CREATE FUNCTION token_successor(replaced uuid) RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT s.sid FROM sts_token t JOIN sts_token s ON s.family_sid = t.family_sid AND s.generation = t.generation + 1
  WHERE t.sid = replaced
$$;
