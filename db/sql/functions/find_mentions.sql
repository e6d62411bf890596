-- Returns the newest events of other learners' sessions whose texts name a person: with an email address, the username, or both
-- the first and the last name, without regard to accents and case. At most 1000.
-- Parameters: person: the sid of the user, before the erasure.
-- Called by: DELETE .../users/{} (src/proctoring/people/users/erase.ts).
CREATE OR REPLACE FUNCTION find_mentions(install uuid, person uuid) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  first_name text;
  last_name text;
  others text[];
BEGIN
  SELECT mention_key(u.first_name), mention_key(u.last_name),
    ARRAY(SELECT mention_key(t) FROM unnest(addresses_of(u) || u.username) t WHERE length(t) > 2)
  INTO first_name, last_name, others
  FROM users u WHERE u.install_sid = install AND u.sid = person AND u.erased_date IS NULL;
  RETURN ARRAY(
    SELECT e.sid FROM session_event e
    CROSS JOIN LATERAL (
      SELECT mention_key(concat_ws(' ', e.title, e.subject, e.details, e.potential_damage, e.direct_witness,
        e.corrective_action_details, e.contact_person)) AS texts OFFSET 0) t
    WHERE e.install_sid = install AND e.user_sid <> person
      AND ((strpos(t.texts, first_name) > 0 AND strpos(t.texts, last_name) > 0)
        OR EXISTS (SELECT FROM unnest(others) o WHERE strpos(t.texts, o) > 0))
    ORDER BY e.created_date DESC, e.sid DESC LIMIT 1000);
END
$$;
