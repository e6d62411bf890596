-- Returns the payload of the event of a changed row of users: the members of the API record, as
-- tools/migrator/event-payloads.ts lists them (npm run db:generate). Secret columns are never published.
-- Called by: capture_change.
CREATE OR REPLACE FUNCTION event_payload(r users) RETURNS jsonb LANGUAGE sql STABLE AS $$
  -- generated: payload of users
  SELECT jsonb_build_object(
    'sid', sid_text('US', r.sid),
    'installSid', sid_text('AI', r.install_sid),
    'firstName', r.first_name,
    'lastName', r.last_name,
    'email', r.email,
    'username', r.username,
    'preferredEmail', r.preferred_email,
    'svcIdEnrollmentSid', sid_text('IE', r.svc_id_enrollment_sid),
    'mobilePhone', r.mobile_phone,
    'homePhone', r.home_phone,
    'address', r.address,
    'lmsId', r.lms_id,
    'sisId', r.sis_id,
    'apiId', r.api_id,
    'externalId', r.external_id,
    'latitude', r.latitude,
    'longitude', r.longitude,
    'lastEnrollmentSync', instant_text(r.last_enrollment_sync),
    'createdDate', instant_text(r.created_date),
    'editDate', instant_text(r.edit_date),
    'currencyCode', r.currency_code,
    'timeZoneSid', sid_text('TZ', r.time_zone_sid),
    'maxTravelDistance', r.max_travel_distance,
    'maxTravelDistanceUnits', r.max_travel_distance_units,
    'helpdeskUserId', r.helpdesk_user_id,
    'role', r.role,
    'enabled', r.enabled)
  -- end of generated
$$;
