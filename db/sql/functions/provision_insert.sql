-- Inserts a record of an install. A statement for each table, so that each is planned once in a session.
-- Parameters: relation: `course`, `users` or `exam`. members: the values by column. Columns that are absent have the
-- defaults of the table.
-- Returns: the sid of the record.
-- Called by: provision_row.
CREATE OR REPLACE FUNCTION provision_insert(relation regclass, install uuid, members jsonb) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  row_sid uuid := uuid_v7();
BEGIN
  CASE relation
    WHEN 'course'::regclass THEN
      INSERT INTO course (
        sid, install_sid, course_offering_sid, title, code, lms_id, sis_id, api_id, external_id, sync_source,
        sync_date, sync_result)
      SELECT
        row_sid, install,
        CASE WHEN members ? 'course_offering_sid' THEN r.course_offering_sid
          ELSE matching_offering(install, r.title, r.code) END, r.title, r.code,
        r.lms_id, r.sis_id, r.api_id, r.external_id, 'provision', now(), 'Created'
      FROM jsonb_populate_record(NULL::course, members) r;
    WHEN 'users'::regclass THEN
      INSERT INTO users (
        sid, install_sid, first_name, last_name, email, preferred_email, username, enabled, role, svc_sid,
        svc_id_enrollment_sid, mobile_phone, home_phone, address, lms_id, sis_id, api_id, external_id,
        helpdesk_user_id, latitude, longitude, currency_code, time_zone_sid, max_travel_distance,
        max_travel_distance_units, last_enrollment_sync, locale)
      SELECT
        row_sid, install, r.first_name, r.last_name, r.email, r.preferred_email, r.username,
        coalesce(r.enabled, false), coalesce(r.role, 'learner'), r.svc_sid, r.svc_id_enrollment_sid,
        r.mobile_phone, r.home_phone, r.address, r.lms_id, r.sis_id, r.api_id, r.external_id,
        r.helpdesk_user_id, r.latitude, r.longitude, r.currency_code, r.time_zone_sid, r.max_travel_distance,
        r.max_travel_distance_units, r.last_enrollment_sync, r.locale
      FROM jsonb_populate_record(NULL::users, members) r;
    WHEN 'exam'::regclass THEN
      INSERT INTO exam (
        sid, install_sid, course_sid, title, type, limited_scope, require_approval, status, lms_id, sis_id,
        api_id, external_id, sync_source, sync_date, sync_result)
      SELECT
        row_sid, install, r.course_sid, r.title, coalesce(r.type, 'Online'), coalesce(r.limited_scope, false),
        coalesce(r.require_approval, false), coalesce(r.status, 'active'), r.lms_id, r.sis_id, r.api_id,
        r.external_id, 'provision', now(), 'Created'
      FROM jsonb_populate_record(NULL::exam, members) r;
  END CASE;
  RETURN row_sid;
END
$$;
