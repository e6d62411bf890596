-- Applies a OneRoster roster to an install, one file after the other, and reconciles the sessions. Records are matched
-- by their sourcedId, which is their sis_id. A record is deleted as its own operation deletes it: if its row requires it,
-- or if its file is complete and does not list it. Each statement is planned for the current rows: rosters have from
-- one to 100,000 rows.
-- Parameters: install: the caller has locked it. roster: the rows of each file by its name, made by
-- src/proctoring/roster/import.ts. complete: the names of the files that list all records.
-- Returns: `counts` by file (see roster_counts); `faults`: the first rows of users.csv and enrollments.csv that cannot be applied; and
-- the numbers of all of these (see count_roster_faults).
-- Called by: import_roster.
CREATE OR REPLACE FUNCTION apply_roster(install uuid, roster jsonb, complete jsonb) RETURNS jsonb
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  offerings jsonb;
  courses record;
  classes record;
  people record;
  members record;
  refused jsonb;
  fault_counts jsonb;
BEGIN
  -- In one order, so that this and other writers cannot deadlock.
  PERFORM FROM course c WHERE c.install_sid = install AND c.deleted_date IS NULL
  ORDER BY c.sid FOR NO KEY UPDATE;

  offerings := apply_roster_offerings(install, roster->'academicSessions', complete ? 'academicSessions');
  SELECT * INTO courses FROM apply_roster_courses(install, roster->'courses', complete ? 'courses');
  SELECT * INTO classes FROM apply_roster_classes(install, roster->'classes', complete ? 'classes');
  SELECT * INTO people FROM apply_roster_users(install, roster->'users', complete ? 'users');
  refused := refused_roster_members(roster->'enrollments');
  fault_counts := count_roster_faults(roster->'enrollments');
  SELECT * INTO members FROM apply_roster_enrollments(install, roster->'enrollments',
    complete ? 'enrollments' AND refused = '[]');

  PERFORM reconcile_sessions(
    ARRAY(SELECT DISTINCT unnest(courses.changed || classes.changed || people.changed || members.changed)),
    NULL, NULL, 'withdrawn');
  DROP TABLE roster_offering, roster_course, roster_class, roster_classless, roster_user, roster_held, roster_leaver,
    roster_member;
  RETURN fault_counts || jsonb_build_object('counts',
    offerings || courses.counts || classes.counts || people.counts || members.counts, 'faults', people.faults || refused);
END
$$;
