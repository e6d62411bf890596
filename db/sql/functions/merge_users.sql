-- Moves the records of a user to another user of the install: enrollments with all that belongs to them, reviews, proctor groups
-- and events. Ends the tokens of the first. The second keeps its members and gets those that it lacks. The caller then erases
-- the row of the first.
-- Parameters: source, target: the users.
-- Raises: IV001 `not_found` or `user_erased`; `appointment_overlaps` if appointments of the two that are not over overlap; a
-- unique violation of exam_session_active if both have an active session of the same exam.
-- Called by: POST .../users/{}/merge.
CREATE OR REPLACE FUNCTION merge_users(install uuid, source uuid, target uuid) RETURNS void
LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
  was users;
  pair record;
  moved uuid[];
BEGIN
  PERFORM lock_courses_of(ARRAY[source, target]);
  PERFORM FROM users u WHERE u.sid IN (source, target) ORDER BY u.sid FOR UPDATE;
  PERFORM guard((SELECT count(*) = 2 FROM users u WHERE u.install_sid = install AND u.sid IN (source, target)
    AND u.merged_into_sid IS NULL), 'not_found');
  PERFORM guard((SELECT bool_and(u.erased_date IS NULL) FROM users u WHERE u.sid IN (source, target)), 'user_erased');

  moved := ARRAY(SELECT s.sid FROM exam_session s WHERE s.user_sid = source);
  FOR pair IN
    SELECT s.sid AS from_sid, s.course_sid, t.sid AS into_sid
    FROM enrollment s LEFT JOIN enrollment t ON t.course_sid = s.course_sid AND t.user_sid = target
    WHERE s.user_sid = source ORDER BY s.course_sid
  LOOP
    IF pair.into_sid IS NOT NULL THEN
      PERFORM merge_enrollments(pair.from_sid, pair.into_sid, target);
    ELSE
      UPDATE enrollment e SET user_sid = target, edit_date = now() WHERE e.sid = pair.from_sid;
      UPDATE session_pair p SET user_sid = target WHERE p.enrollment_sid = pair.from_sid;
      UPDATE session_event v SET user_sid = target
      WHERE v.session_sid IN (SELECT s.sid FROM exam_session s WHERE s.enrollment_sid = pair.from_sid);
      UPDATE exam_session s SET user_sid = target, edit_date = now() WHERE s.enrollment_sid = pair.from_sid;
    END IF;
    PERFORM reconcile_sessions(ARRAY[pair.course_sid], NULL, coalesce(pair.into_sid, pair.from_sid), 'withdrawn');
  END LOOP;
  -- After the reconciliation, which can change the ends.
  PERFORM guard(NOT EXISTS (
    WITH taken AS (
      SELECT s.sid, s.appointment_date AS starts, appointment_end(s.appointment_date, s.appointment_end_date) AS ends
      FROM exam_session s
      WHERE s.user_sid = target AND is_booked(s.status, s.ended_date))
    SELECT FROM taken a JOIN taken b ON b.starts < a.ends AND b.ends > a.starts
    WHERE a.sid = ANY (moved) AND b.sid <> ALL (moved) AND least(a.ends, b.ends) > now()), 'appointment_overlaps');

  UPDATE exam_session s SET review_by_user_sid = target WHERE s.review_by_user_sid = source;
  -- Another person can have reviewed after the first reviewer. Only a review that is to be completed reads the first one.
  UPDATE exam_session s SET first_reviewer = sid_text('US', target)
  WHERE s.install_sid = install AND s.status IN ('Processing', 'Incident') AND s.first_reviewer = sid_text('US', source);
  INSERT INTO proctor_group_member (group_sid, user_sid)
  SELECT m.group_sid, target FROM proctor_group_member m WHERE m.user_sid = source ON CONFLICT DO NOTHING;
  UPDATE sts_family f SET target_user_sid = target, revoked_at = coalesce(f.revoked_at, now())
  WHERE f.target_user_sid = source;
  UPDATE sign_in_event s SET user_sid = target WHERE s.user_sid = source;
  UPDATE duplicate_id d SET record_sid = sid_text('US', target) WHERE d.record_sid = sid_text('US', source);
  UPDATE duplicate_id d SET kept_by_sid = sid_text('US', target)
  WHERE d.install_sid = install AND d.kept_by_sid = sid_text('US', source);

  SELECT * INTO was FROM users u WHERE u.sid = source;
  -- What is unique in an install must leave the one before the other gets it.
  UPDATE users u SET username = NULL, lms_id = NULL, sis_id = NULL, api_id = NULL, external_id = NULL WHERE u.sid = source;
  UPDATE users u SET
    preferred_email = coalesce(u.preferred_email, was.preferred_email), username = coalesce(u.username, was.username),
    svc_sid = coalesce(u.svc_sid, was.svc_sid),
    svc_id_enrollment_sid = coalesce(u.svc_id_enrollment_sid, was.svc_id_enrollment_sid),
    mobile_phone = coalesce(u.mobile_phone, was.mobile_phone), home_phone = coalesce(u.home_phone, was.home_phone),
    address = coalesce(u.address, was.address), lms_id = coalesce(u.lms_id, was.lms_id),
    sis_id = coalesce(u.sis_id, was.sis_id), api_id = coalesce(u.api_id, was.api_id),
    external_id = coalesce(u.external_id, was.external_id),
    helpdesk_user_id = coalesce(u.helpdesk_user_id, was.helpdesk_user_id),
    latitude = coalesce(u.latitude, was.latitude), longitude = coalesce(u.longitude, was.longitude),
    currency_code = coalesce(u.currency_code, was.currency_code),
    time_zone_sid = coalesce(u.time_zone_sid, was.time_zone_sid), locale = coalesce(u.locale, was.locale),
    max_travel_distance = coalesce(u.max_travel_distance, was.max_travel_distance),
    max_travel_distance_units = coalesce(u.max_travel_distance_units, was.max_travel_distance_units),
    roster_roles = CASE WHEN u.sis_id IS NULL THEN was.roster_roles ELSE u.roster_roles END,
    roster_roles_ended = CASE WHEN u.sis_id IS NULL THEN was.roster_roles_ended ELSE u.roster_roles_ended END,
    last_enrollment_sync = greatest(u.last_enrollment_sync, was.last_enrollment_sync),
    -- An erasure of the target erases and suppresses these too.
    former_identities = coalesce(u.former_identities, '[]') || coalesce(was.former_identities, '[]') || jsonb_build_array(
      jsonb_build_object('lms', was.lms_id, 'sis', was.sis_id, 'api', was.api_id, 'external', was.external_id,
        'emails', jsonb_build_array(was.email, was.preferred_email))),
    edit_date = now()
  WHERE u.sid = target;
  -- An erasure of the target erases these too. Last, because the changes above have events about the first user.
  UPDATE event v SET user_sid = target WHERE v.user_sid = source;
END
$$;
