-- Requires that the records that an item refers to by sid exist: its course offering in the install, and its time zone.
-- Parameters: item: see provision_item.
-- Raises: IV002 `unknown_sid`, with the path of the member as its detail.
-- Called by: provision_item.
CREATE OR REPLACE FUNCTION provision_references(install uuid, item jsonb) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  offering uuid := item->'course'->'members'->>'course_offering_sid';
  zone uuid := item->'user'->'members'->>'time_zone_sid';
BEGIN
  IF offering IS NOT NULL
    AND NOT EXISTS (SELECT FROM course_offering o WHERE o.install_sid = install AND o.sid = offering) THEN
    RAISE EXCEPTION USING ERRCODE = 'IV002', MESSAGE = 'unknown_sid', DETAIL = 'course.courseOfferingSid';
  END IF;
  IF zone IS NOT NULL AND NOT EXISTS (SELECT FROM time_zone z WHERE z.sid = zone) THEN
    RAISE EXCEPTION USING ERRCODE = 'IV002', MESSAGE = 'unknown_sid', DETAIL = 'user.timeZoneSid';
  END IF;
END
$$;
