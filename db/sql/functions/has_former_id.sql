-- Returns whether one of the ids is a former one of a user: that of a user who was merged into this one, and not an own id. An item of
-- provisioning with a former id describes the merged user.
-- Parameters: ids: see provision_match.
-- Called by: provision_lock, provision_row.
CREATE OR REPLACE FUNCTION has_former_id(r users, ids jsonb) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT (ids->>'lms' <> coalesce(r.lms_id, '') AND r.former_identities @> jsonb_build_array(jsonb_build_object('lms', ids->'lms')))
    OR (ids->>'sis' <> coalesce(r.sis_id, '') AND r.former_identities @> jsonb_build_array(jsonb_build_object('sis', ids->'sis')))
    OR (ids->>'api' <> coalesce(r.api_id, '') AND r.former_identities @> jsonb_build_array(jsonb_build_object('api', ids->'api')))
    OR (ids->>'external' <> coalesce(r.external_id, '')
      AND r.former_identities @> jsonb_build_array(jsonb_build_object('external', ids->'external')))
$$;
