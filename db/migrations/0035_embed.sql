CREATE INDEX "exam_configuration_sealed" ON "exam_configuration" USING btree ((left(split_part("password", '.', 1), 60))) WHERE "exam_configuration"."password" <> '';--> statement-breakpoint
CREATE INDEX "totp_sealed" ON "totp" USING btree ((left(split_part("secret", '.', 1), 60))) WHERE "totp"."secret" <> '';--> statement-breakpoint
CREATE INDEX "webhook_endpoint_sealed" ON "webhook_endpoint" USING btree ((left(split_part("secret", '.', 1), 60))) WHERE "webhook_endpoint"."secret" <> '';--> statement-breakpoint
CREATE INDEX "webhook_endpoint_previous_sealed" ON "webhook_endpoint" USING btree ((left(split_part("previous_secret", '.', 1), 60))) WHERE "webhook_endpoint"."previous_secret" <> '';
--> statement-breakpoint
-- As in 0017_adjusted_windows.sql, and whose configuration the password is of: it is sealed for that row.
CREATE OR REPLACE VIEW effective_configuration AS
SELECT
  e.role = 'learner' AND e.status = 'active' AND x.status = 'active'
    AND (NOT x.limited_scope OR coalesce(j.is_assigned, false)) AS is_assigned,
  e.install_sid, e.course_sid, x.sid AS exam_sid, e.sid AS enrollment_sid, e.user_sid,
  coalesce(j.exam_open_date, p.exam_open_date) AS exam_open_date,
  coalesce(j.exam_close_date, p.exam_close_date) AS exam_close_date,
  coalesce(j.schedule_open_date, p.schedule_open_date) AS schedule_open_date,
  coalesce(j.schedule_close_date, p.schedule_close_date) AS schedule_close_date,
  coalesce(c.password, p.password) AS password,
  coalesce(c.url, p.url) AS url,
  coalesce(c.required_software, p.required_software) AS required_software,
  coalesce(c.virtual_calculator_type, p.virtual_calculator_type) AS virtual_calculator_type,
  coalesce(c.duration, p.duration) AS duration,
  coalesce(c.attempts, p.attempts) AS attempts,
  coalesce(c.student_notes, p.student_notes) AS student_notes,
  coalesce(c.proctor_notes, p.proctor_notes) AS proctor_notes,
  coalesce(c.permitted_bathroom_break, p.permitted_bathroom_break) AS permitted_bathroom_break,
  coalesce(c.permitted_bathroom_break_information, p.permitted_bathroom_break_information) AS permitted_bathroom_break_information,
  coalesce(c.permitted_blank_paper, p.permitted_blank_paper) AS permitted_blank_paper,
  coalesce(c.permitted_blank_paper_information, p.permitted_blank_paper_information) AS permitted_blank_paper_information,
  coalesce(c.permitted_calculator, p.permitted_calculator) AS permitted_calculator,
  coalesce(c.permitted_calculator_information, p.permitted_calculator_information) AS permitted_calculator_information,
  coalesce(c.permitted_dictionary, p.permitted_dictionary) AS permitted_dictionary,
  coalesce(c.permitted_dictionary_information, p.permitted_dictionary_information) AS permitted_dictionary_information,
  coalesce(c.permitted_earplugs, p.permitted_earplugs) AS permitted_earplugs,
  coalesce(c.permitted_earplugs_information, p.permitted_earplugs_information) AS permitted_earplugs_information,
  coalesce(c.permitted_formula_sheet, p.permitted_formula_sheet) AS permitted_formula_sheet,
  coalesce(c.permitted_formula_sheet_information, p.permitted_formula_sheet_information) AS permitted_formula_sheet_information,
  coalesce(c.permitted_notes, p.permitted_notes) AS permitted_notes,
  coalesce(c.permitted_notes_information, p.permitted_notes_information) AS permitted_notes_information,
  coalesce(c.permitted_textbook, p.permitted_textbook) AS permitted_textbook,
  coalesce(c.permitted_textbook_information, p.permitted_textbook_information) AS permitted_textbook_information,
  coalesce(c.permitted_websites, p.permitted_websites) AS permitted_websites,
  coalesce(c.permitted_websites_information, p.permitted_websites_information) AS permitted_websites_information,
  coalesce(c.permitted_other_items, p.permitted_other_items) AS permitted_other_items,
  coalesce(nullif(c.proctor_types, '{}'), p.proctor_types) AS proctor_types,
  coalesce(c.modality_options, p.modality_options) AS modality_options,
  coalesce(nullif(c.attachments, '[]'), p.attachments) AS attachments,
  CASE WHEN EXISTS (SELECT FROM instructor_proctor i WHERE i.configuration_sid = c.sid) THEN c.sid ELSE p.sid END
    AS instructors_of_sid,
  CASE WHEN c.password IS NULL THEN p.sid ELSE c.sid END AS password_of_sid
FROM enrollment e
JOIN exam x ON x.course_sid = e.course_sid
JOIN exam_configuration p ON p.exam_sid = x.sid AND p.type = 'primary'
LEFT JOIN adjusted_window j ON j.install_sid = e.install_sid AND j.enrollment_sid = e.sid AND j.exam_sid = x.sid
LEFT JOIN exam_configuration c ON c.sid = j.accommodation_sid;
--> statement-breakpoint
-- As in 0006_provisioning.sql, but the item names the sid of the configuration: its password is sealed for that row.
CREATE OR REPLACE FUNCTION provision_item(install uuid, item jsonb) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  course record;
  person record;
  test record;
  place record;
  configuration uuid;
  enrolled text;
BEGIN
  -- A record that nothing was put into cannot be read at the end.
  SELECT NULL::uuid AS row_sid, NULL::text AS result INTO person;
  SELECT NULL::uuid AS row_sid, NULL::text AS result INTO test;
  SELECT NULL::uuid AS sid, NULL::text AS role, NULL::text AS status INTO place;

  IF NOT EXISTS (
    SELECT FROM course_offering o
    WHERE o.install_sid = install AND o.sid = (item->'course'->'members'->>'course_offering_sid')::uuid
  ) AND item->'course'->'members'->>'course_offering_sid' IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'IV002', MESSAGE = 'unknown_sid', DETAIL = 'course.courseOfferingSid';
  END IF;
  IF NOT EXISTS (
    SELECT FROM time_zone z WHERE z.sid = (item->'user'->'members'->>'time_zone_sid')::uuid
  ) AND item->'user'->'members'->>'time_zone_sid' IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'IV002', MESSAGE = 'unknown_sid', DETAIL = 'user.timeZoneSid';
  END IF;

  SELECT * FROM provision_row('course', 'deleted_date IS NOT NULL', install, 'course',
    item->'course'->'ids', item->'course'->'members') INTO course;
  PERFORM FROM course c WHERE c.sid = course.row_sid FOR NO KEY UPDATE;

  IF item ? 'user' THEN
    SELECT * FROM provision_row('users', 'erased_date IS NOT NULL', install, 'user',
      item->'user'->'ids', item->'user'->'members') INTO person;
  END IF;

  IF item ? 'enrollment' THEN
    SELECT e.sid, e.role, e.status INTO place
    FROM enrollment e WHERE e.course_sid = course.row_sid AND e.user_sid = person.row_sid;
    IF place.sid IS NULL THEN
      INSERT INTO enrollment (sid, install_sid, course_sid, user_sid, role)
      VALUES (uuid_v7(), install, course.row_sid, person.row_sid, coalesce(item->'enrollment'->>'role', 'learner'))
      RETURNING sid, role, status INTO place;
      enrolled := 'Created';
    ELSIF place.status = 'withdrawn' OR place.role <> coalesce(item->'enrollment'->>'role', place.role) THEN
      UPDATE enrollment
      SET status = 'active', role = coalesce(item->'enrollment'->>'role', place.role), edit_date = now()
      WHERE sid = place.sid;
      enrolled := 'Updated';
    ELSE
      enrolled := 'Found Existing';
    END IF;
  END IF;

  IF item ? 'exam' THEN
    -- An exam is looked for in its course: it cannot move to another.
    SELECT * FROM provision_row('exam', format('status = ''deleted'' OR course_sid <> %L', course.row_sid),
      install, 'exam', item->'exam'->'ids',
      item->'exam'->'members' || jsonb_build_object('course_sid', course.row_sid)) INTO test;
    IF test.result = 'Created' THEN
      INSERT INTO exam_configuration
      SELECT * FROM jsonb_populate_record(NULL::exam_configuration, item->'exam'->'configuration'
        || jsonb_build_object('install_sid', install, 'exam_sid', test.row_sid,
          'created_date', now(), 'edit_date', now()))
      RETURNING sid INTO configuration;
      INSERT INTO instructor_proctor (sid, configuration_sid, position, location, start_time, end_time, capacity)
      SELECT uuid_v7(), configuration, i.position, i.location, i.start_time, i.end_time, i.capacity
      FROM jsonb_populate_recordset(NULL::instructor_proctor, item->'exam'->'instructors') i;
    END IF;
  END IF;

  RETURN jsonb_build_object(
    'course', jsonb_build_object('sid', course.row_sid, 'result', course.result),
    'user', CASE WHEN item ? 'user' THEN jsonb_build_object('sid', person.row_sid, 'result', person.result) END,
    'enrollment', CASE WHEN item ? 'enrollment' THEN jsonb_build_object('sid', place.sid, 'result', enrolled) END,
    'exam', CASE WHEN item ? 'exam' THEN jsonb_build_object('sid', test.row_sid, 'result', test.result) END);
END
$$;
