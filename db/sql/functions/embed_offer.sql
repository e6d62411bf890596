-- Returns what an embed of an install offers: the origins that may embed, and the types that people choose from.
-- Parameters: element: the type of the element; null for an api token, which offers no types.
-- Returns: event_types: the first 100 of those without a code, which only the system records. proctor_types: the first 100.
-- Called by: src/sts/embeds/queries.ts.
CREATE OR REPLACE FUNCTION embed_offer(of_install uuid, element text)
RETURNS TABLE (allowed_origins text[], event_types json, proctor_types json)
LANGUAGE plpgsql STABLE ROWS 1 SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
  SELECT i.allowed_embed_origins,
    CASE element WHEN 'proctoring-session' THEN (
      SELECT coalesce(json_agg(json_build_object('sid', t.sid, 'name', t.name) ORDER BY t.name, t.sid), '[]')
      FROM (SELECT * FROM event_type e WHERE e.install_sid = i.sid AND e.retired_date IS NULL AND e.code IS NULL
        ORDER BY e.name, e.sid LIMIT 100) t) ELSE '[]' END,
    CASE element WHEN 'exam-session' THEN (
      SELECT coalesce(json_agg(json_build_object('sid', t.sid, 'code', t.code, 'name', t.name) ORDER BY t.name, t.sid), '[]')
      FROM (SELECT * FROM proctor_type p WHERE p.install_sid = i.sid AND p.retired_date IS NULL
        ORDER BY p.name, p.sid LIMIT 100) t) ELSE '[]' END
  FROM install i WHERE i.sid = of_install;
END
$$;
