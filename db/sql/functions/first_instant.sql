-- Returns the first instant of a date in a time zone. If a date has no midnight, AT TIME ZONE returns its first valid
-- instant. If it has two, because clocks are set back, AT TIME ZONE returns the later one, so this function searches for
-- the earlier one.
-- Parameters: day, and zone: an IANA name. Returns null for null.
-- Called by: assignment_window, apply_roster_offerings.
CREATE OR REPLACE FUNCTION first_instant(day date, zone text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT (day::timestamp AT TIME ZONE zone) - CASE day
    WHEN (((day::timestamp AT TIME ZONE zone) - interval '2 hours') AT TIME ZONE zone)::date THEN interval '2 hours'
    WHEN (((day::timestamp AT TIME ZONE zone) - interval '1 hour') AT TIME ZONE zone)::date THEN interval '1 hour'
    WHEN (((day::timestamp AT TIME ZONE zone) - interval '30 minutes') AT TIME ZONE zone)::date THEN interval '30 minutes'
    ELSE interval '0' END
$$;
