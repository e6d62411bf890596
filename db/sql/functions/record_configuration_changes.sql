-- Records each update of configurations that changes a member of the record, in configuration_change. Sealing a password
-- again changes none (db/unaudited.ts). OFFSET 0 keeps the values of a row from being computed again for each of its members.
-- Called by: the trigger exam_configuration_update_recorded.
CREATE OR REPLACE FUNCTION record_configuration_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('invigil.unaudited', true) = 'on' THEN RETURN NULL; END IF;
  PERFORM record_configuration_change(c.sid,
    CASE
      WHEN c.names = '{updatedAutomatedSessions}' THEN 'reconcile'
      WHEN 'locked' = ANY (c.names) THEN CASE WHEN c.is_locked THEN 'lock' ELSE 'unlock' END
      WHEN c.names <@ '{approved,approvedBy}' THEN CASE WHEN c.is_approved THEN 'approve' ELSE 'revoke' END
      ELSE 'update' END,
    c.names, c.was, c.became)
  FROM (
    SELECT n.sid, n.locked AS is_locked, n.approved AS is_approved,
      array_agg(d.name ORDER BY d.name) AS names,
      coalesce(jsonb_object_agg(d.name, d.was) FILTER (WHERE d.name <> 'password'), '{}') AS was,
      coalesce(jsonb_object_agg(d.name, d.became) FILTER (WHERE d.name <> 'password'), '{}') AS became
    FROM after n
    JOIN before o ON o.sid = n.sid
    CROSS JOIN LATERAL (SELECT configuration_values(o) AS was, configuration_values(n) AS became OFFSET 0) v
    CROSS JOIN LATERAL (
      SELECT m.key AS name, v.was->m.key AS was, m.value AS became
      FROM jsonb_each(v.became) m
      WHERE m.value IS DISTINCT FROM v.was->m.key
        AND NOT (m.key = 'updatedAutomatedSessions' AND n.updated_automated_sessions = 0)
      UNION ALL
      SELECT 'password', NULL, NULL WHERE n.password IS DISTINCT FROM o.password
    ) d
    GROUP BY n.sid, n.locked, n.approved
  ) c;
  RETURN NULL;
END
$$;
