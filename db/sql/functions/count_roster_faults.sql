-- Returns the numbers of all rows that apply_roster does not apply: `suppressed` of erased people, and `refused` others.
-- Parameters: roster_rows: the rows of enrollments.csv, see refused_roster_members.
-- Called by: apply_roster, after apply_roster_users.
CREATE OR REPLACE FUNCTION count_roster_faults(roster_rows jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  RETURN (
    SELECT jsonb_build_object('suppressed', count(*) FILTER (WHERE f.fault = 'suppressed'),
      'refused', count(*) FILTER (WHERE f.fault <> 'suppressed'))
    FROM (
      SELECT u.fault FROM roster_user u WHERE u.fault IS NOT NULL
      UNION ALL
      SELECT u.fault
      FROM jsonb_to_recordset(roster_rows) AS r(person text, gone boolean)
      JOIN roster_user u ON u.id = r.person AND u.sid IS NULL AND u.fault <> 'suppressed'
      WHERE NOT r.gone) f);
END
$$;
