-- Updates a record if its values differ. A statement for each table, so that each is planned once in a session.
-- Parameters: relation: `course`, `users` or `exam`. row_sid: the record. members: the values by column; the values of
-- absent columns do not change.
-- Returns: whether the record changed.
-- Called by: provision_row.
CREATE OR REPLACE FUNCTION provision_update(relation regclass, row_sid uuid, members jsonb) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  CASE relation
    WHEN 'course'::regclass THEN
      UPDATE course t SET (
        course_offering_sid, title, code, lms_id, sis_id, api_id, external_id, sync_source, sync_date, sync_result,
        edit_date)
      = (SELECT
        r.course_offering_sid, r.title, r.code, r.lms_id, r.sis_id, r.api_id, r.external_id,
        'provision', now(), 'Updated', now()
        FROM jsonb_populate_record(t, members) r)
      WHERE t.sid = row_sid AND jsonb_populate_record(t, members) IS DISTINCT FROM t;
    WHEN 'users'::regclass THEN
      UPDATE users t SET (
        first_name, last_name, email, preferred_email, username, enabled, role, svc_sid, svc_id_enrollment_sid,
        mobile_phone, home_phone, address, lms_id, sis_id, api_id, external_id, helpdesk_user_id, latitude,
        longitude, currency_code, time_zone_sid, max_travel_distance, max_travel_distance_units,
        last_enrollment_sync, locale, edit_date)
      = (SELECT
        r.first_name, r.last_name, r.email, r.preferred_email, r.username, r.enabled, r.role, r.svc_sid,
        r.svc_id_enrollment_sid, r.mobile_phone, r.home_phone, r.address, r.lms_id, r.sis_id, r.api_id,
        r.external_id, r.helpdesk_user_id, r.latitude, r.longitude, r.currency_code, r.time_zone_sid,
        r.max_travel_distance, r.max_travel_distance_units, r.last_enrollment_sync, r.locale, now()
        FROM jsonb_populate_record(t, members) r)
      WHERE t.sid = row_sid AND jsonb_populate_record(t, members) IS DISTINCT FROM t;
    WHEN 'exam'::regclass THEN
      UPDATE exam t SET (
        course_sid, title, type, limited_scope, require_approval, status, lms_id, sis_id, api_id, external_id,
        sync_source, sync_date, sync_result, edit_date)
      = (SELECT
        r.course_sid, r.title, r.type, r.limited_scope, r.require_approval, r.status, r.lms_id, r.sis_id,
        r.api_id, r.external_id, 'provision', now(), 'Updated', now()
        FROM jsonb_populate_record(t, members) r)
      WHERE t.sid = row_sid AND jsonb_populate_record(t, members) IS DISTINCT FROM t;
  END CASE;
  RETURN FOUND;
END
$$;
