-- Inserts the proctor types that each install starts with. The institution can change and delete them.
-- Parameters: install: a new install.
-- Called by: insert_install_defaults.
CREATE OR REPLACE FUNCTION insert_proctor_types(install uuid) RETURNS void LANGUAGE sql VOLATILE AS $$
  INSERT INTO proctor_type (sid, install_sid, code, name, live, review, room_scan, created_date)
  -- Lists show them in this order.
  SELECT uuid_v7(), install, t.code, t.name, t.live, t.review, t.room_scan, now() + t.position * interval '1 millisecond'
  FROM (VALUES
    (0, 'live', 'Live', true, 'none', false),
    (1, 'record-and-review', 'Record and review', false, 'required', true),
    (2, 'automated', 'Automated', false, 'none', true),
    (3, 'in-person', 'In person', true, 'none', false)
  ) AS t (position, code, name, live, review, room_scan)
$$;
