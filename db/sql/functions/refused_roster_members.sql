-- Returns the first 1,000 rows of enrollments.csv of new users whose row roster_user does not apply, in the form of the `faults`
-- of apply_roster. An enrollment of an erased person is none: the row of the person is reported as suppressed.
-- Parameters: roster_rows: `person` (the sourcedId), `gone` (the row deletes), `line`.
-- Called by: apply_roster, after apply_roster_users.
CREATE OR REPLACE FUNCTION refused_roster_members(roster_rows jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  RETURN (
    SELECT coalesce(jsonb_agg(jsonb_build_object('file', 'enrollments.csv', 'line', r.line, 'code', 'unresolved_reference',
      'id', r.person, 'column', 'userSourcedId') ORDER BY r.line), '[]')
    FROM (
      SELECT r.line, r.person
      FROM jsonb_to_recordset(roster_rows) AS r(person text, gone boolean, line int)
      JOIN roster_user u ON u.id = r.person AND u.sid IS NULL AND u.fault <> 'suppressed'
      WHERE NOT r.gone
      ORDER BY r.line LIMIT 1000) r);
END
$$;
