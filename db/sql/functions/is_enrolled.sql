-- Returns whether a user has an active enrollment.
-- Called by: stage_roster_users, apply_roster_enrollments.
CREATE OR REPLACE FUNCTION is_enrolled(person uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM enrollment e WHERE e.user_sid = person AND e.status = 'active')
$$;
