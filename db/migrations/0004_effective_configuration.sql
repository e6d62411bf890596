-- Fresh UUIDv7 (RFC 9562): 48 bits of milliseconds, then random bits, with the version 7 in its place. For rows that
-- statements make from other rows; src makes its own (db/sid.ts).
CREATE FUNCTION uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(
    set_bit(
      set_bit(
        overlay(uuid_send(gen_random_uuid())
          PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
          FROM 1 FOR 6),
        52, 1),
      53, 1),
    'hex')::uuid
$$;
--> statement-breakpoint
-- The first instant of a date in a zone. Where a date has no midnight, AT TIME ZONE takes its first valid instant; where
-- it has two, because clocks go back, it takes the later one, so the earlier is looked for.
CREATE FUNCTION first_instant(day date, zone text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT (day::timestamp AT TIME ZONE zone) - CASE day
    WHEN (((day::timestamp AT TIME ZONE zone) - interval '2 hours') AT TIME ZONE zone)::date THEN interval '2 hours'
    WHEN (((day::timestamp AT TIME ZONE zone) - interval '1 hour') AT TIME ZONE zone)::date THEN interval '1 hour'
    WHEN (((day::timestamp AT TIME ZONE zone) - interval '30 minutes') AT TIME ZONE zone)::date THEN interval '30 minutes'
    ELSE interval '0' END
$$;
--> statement-breakpoint
-- The windows of an assignment as instants: a date opens with its first instant in the install's zone, and closes with
-- the first instant of the next date.
CREATE VIEW assignment_window AS
SELECT a.sid, a.exam_sid, a.created_date,
  first_instant(a.exam_open_date, i.default_timezone) AS exam_open_date,
  first_instant(a.exam_close_date + 1, i.default_timezone) AS exam_close_date,
  first_instant(a.scheduling_open_date, i.default_timezone) AS schedule_open_date,
  first_instant(a.scheduling_close_date + 1, i.default_timezone) AS schedule_close_date
FROM assignment a
JOIN exam x ON x.sid = a.exam_sid
JOIN install i ON i.sid = x.install_sid;
--> statement-breakpoint
-- The exams that learners are to take now.
CREATE VIEW assigned_exam AS
SELECT e.sid AS enrollment_sid, x.sid AS exam_sid, e.user_sid, e.course_sid, e.install_sid
FROM enrollment e
JOIN exam x ON x.course_sid = e.course_sid
WHERE e.role = 'learner' AND e.status = 'active' AND x.status = 'active'
  AND (NOT x.limited_scope
    OR EXISTS (
      SELECT FROM assignment a JOIN assignment_enrollment t ON t.assignment_sid = a.sid
      WHERE a.exam_sid = x.sid AND t.enrollment_sid = e.sid)
    OR EXISTS (
      SELECT FROM assignment a
      JOIN assignment_section t ON t.assignment_sid = a.sid
      JOIN enrollment_section s ON s.section_sid = t.section_sid
      WHERE a.exam_sid = x.sid AND s.enrollment_sid = e.sid));
--> statement-breakpoint
-- What holds for a learner in an exam, field by field: what the newest accommodation says, else the newest assignment
-- to the enrollment, else the newest assignment to one of its sections, else the primary configuration.
-- src/proctoring/configurations/effective.ts says the same; a property test holds the two equal.
CREATE VIEW effective_configuration AS
SELECT
  e.status = 'active' AND x.status = 'active'
    AND (NOT x.limited_scope OR newest_own.sid IS NOT NULL OR newest_ofs.sid IS NOT NULL) AS is_assigned,
  e.install_sid, e.course_sid, x.sid AS exam_sid, e.sid AS enrollment_sid, e.user_sid,
  coalesce(c.exam_open_date, own.exam_open_date, ofs.exam_open_date, p.exam_open_date) AS exam_open_date,
  coalesce(c.exam_close_date, own.exam_close_date, ofs.exam_close_date, p.exam_close_date) AS exam_close_date,
  coalesce(c.schedule_open_date, own.schedule_open_date, ofs.schedule_open_date, p.schedule_open_date)
    AS schedule_open_date,
  coalesce(c.schedule_close_date, own.schedule_close_date, ofs.schedule_close_date, p.schedule_close_date)
    AS schedule_close_date,
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
    AS instructors_of_sid
FROM enrollment e
JOIN exam x ON x.course_sid = e.course_sid
JOIN exam_configuration p ON p.exam_sid = x.sid AND p.type = 'primary'
-- The newest of each kind is chosen by its sid alone, and its fields are looked up for it alone.
LEFT JOIN (
  SELECT DISTINCT ON (enrollment_sid, exam_sid) enrollment_sid, exam_sid, sid FROM exam_configuration
  WHERE enrollment_sid IS NOT NULL
  ORDER BY enrollment_sid, exam_sid, created_date DESC, sid DESC
) newest_c ON newest_c.enrollment_sid = e.sid AND newest_c.exam_sid = x.sid
LEFT JOIN exam_configuration c ON c.sid = newest_c.sid
LEFT JOIN (
  SELECT DISTINCT ON (t.enrollment_sid, a.exam_sid) t.enrollment_sid, a.exam_sid, a.sid
  FROM assignment_enrollment t JOIN assignment a ON a.sid = t.assignment_sid
  ORDER BY t.enrollment_sid, a.exam_sid, a.created_date DESC, a.sid DESC
) newest_own ON newest_own.enrollment_sid = e.sid AND newest_own.exam_sid = x.sid
LEFT JOIN assignment_window own ON own.sid = newest_own.sid
LEFT JOIN (
  SELECT DISTINCT ON (s.enrollment_sid, a.exam_sid) s.enrollment_sid, a.exam_sid, a.sid
  FROM assignment_section t
  JOIN enrollment_section s ON s.section_sid = t.section_sid
  JOIN assignment a ON a.sid = t.assignment_sid
  ORDER BY s.enrollment_sid, a.exam_sid, a.created_date DESC, a.sid DESC
) newest_ofs ON newest_ofs.enrollment_sid = e.sid AND newest_ofs.exam_sid = x.sid
LEFT JOIN assignment_window ofs ON ofs.sid = newest_ofs.sid
WHERE e.role = 'learner';
