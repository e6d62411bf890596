-- Inserts the proctor types that each install starts with. The institution can change and delete them.
-- Parameters: install: a new install.
-- Called by: insert_install_defaults.
CREATE OR REPLACE FUNCTION insert_proctor_types(install uuid) RETURNS void LANGUAGE sql VOLATILE AS $$
  INSERT INTO proctor_type (sid, install_sid, code, name, live, review, room_scan)
  VALUES
    (uuid_v7(), install, 'live', 'Live', true, 'none', false),
    (uuid_v7(), install, 'record-and-review', 'Record and review', false, 'required', true),
    (uuid_v7(), install, 'automated', 'Automated', false, 'none', true),
    (uuid_v7(), install, 'in-person', 'In person', true, 'none', false)
$$;
