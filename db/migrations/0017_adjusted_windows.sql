-- Finds the newest of what is said of the pairs, and keeps what there is.
CREATE FUNCTION refresh_adjustments(enrollments uuid[], exams uuid[]) RETURNS void LANGUAGE sql AS $$
  WITH newest AS (
    SELECT p.enrollment_sid, p.exam_sid, x.install_sid,
      (SELECT c.sid FROM exam_configuration c
       WHERE c.enrollment_sid = p.enrollment_sid AND c.exam_sid = p.exam_sid
       ORDER BY c.created_date DESC, c.sid DESC LIMIT 1) AS accommodation_sid,
      (SELECT a.sid FROM assignment_enrollment t JOIN assignment a ON a.sid = t.assignment_sid
       WHERE t.enrollment_sid = p.enrollment_sid AND a.exam_sid = p.exam_sid
       ORDER BY a.created_date DESC, a.sid DESC LIMIT 1) AS assignment_sid,
      (SELECT a.sid FROM enrollment_section s
       JOIN assignment_section t ON t.section_sid = s.section_sid
       JOIN assignment a ON a.sid = t.assignment_sid
       WHERE s.enrollment_sid = p.enrollment_sid AND a.exam_sid = p.exam_sid
       ORDER BY a.created_date DESC, a.sid DESC LIMIT 1) AS section_assignment_sid
    FROM (SELECT DISTINCT * FROM unnest(enrollments, exams) AS pair(enrollment_sid, exam_sid)) p
    JOIN exam x ON x.sid = p.exam_sid
  ), gone AS (
    DELETE FROM adjustment j USING newest n
    WHERE j.enrollment_sid = n.enrollment_sid AND j.exam_sid = n.exam_sid
      AND coalesce(n.accommodation_sid, n.assignment_sid, n.section_assignment_sid) IS NULL
  )
  INSERT INTO adjustment AS j (enrollment_sid, exam_sid, install_sid, accommodation_sid, assignment_sid,
    section_assignment_sid)
  SELECT enrollment_sid, exam_sid, install_sid, accommodation_sid, assignment_sid, section_assignment_sid FROM newest
  WHERE coalesce(accommodation_sid, assignment_sid, section_assignment_sid) IS NOT NULL
  ORDER BY enrollment_sid, exam_sid
  ON CONFLICT (enrollment_sid, exam_sid) DO UPDATE SET accommodation_sid = excluded.accommodation_sid,
    assignment_sid = excluded.assignment_sid, section_assignment_sid = excluded.section_assignment_sid
  WHERE (j.accommodation_sid, j.assignment_sid, j.section_assignment_sid) IS DISTINCT FROM
    (excluded.accommodation_sid, excluded.assignment_sid, excluded.section_assignment_sid)
$$;
--> statement-breakpoint
-- Each trigger names the pairs of which something may be said that was not, or is not said any more. Whoever writes what
-- they watch holds the course; what goes with a deleted row (an assignment, a section) comes here as its own deletion.
CREATE FUNCTION adjust_by_accommodation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_adjustments(array_agg(c.enrollment_sid), array_agg(c.exam_sid))
  FROM changed c WHERE c.enrollment_sid IS NOT NULL HAVING count(*) > 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION adjust_by_accommodation_given() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_adjustments(array_agg(c.enrollment_sid), array_agg(c.exam_sid))
  FROM (
    SELECT n.enrollment_sid, n.exam_sid FROM after n JOIN before o ON o.sid = n.sid
    WHERE o.enrollment_sid IS DISTINCT FROM n.enrollment_sid
    UNION ALL
    SELECT o.enrollment_sid, o.exam_sid FROM after n JOIN before o ON o.sid = n.sid
    WHERE o.enrollment_sid IS DISTINCT FROM n.enrollment_sid
  ) c
  WHERE c.enrollment_sid IS NOT NULL HAVING count(*) > 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION adjust_by_assignment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_adjustments(array_agg(p.enrollment_sid), array_agg(p.exam_sid))
  FROM (
    SELECT c.enrollment_sid, a.exam_sid FROM changed c JOIN assignment a ON a.sid = c.assignment_sid
    UNION ALL
    SELECT j.enrollment_sid, j.exam_sid FROM changed c
    JOIN adjustment j ON j.enrollment_sid = c.enrollment_sid AND j.assignment_sid = c.assignment_sid
  ) p
  HAVING count(*) > 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION adjust_by_section_assignment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_adjustments(array_agg(p.enrollment_sid), array_agg(p.exam_sid))
  FROM (
    SELECT s.enrollment_sid, a.exam_sid FROM changed c
    JOIN assignment a ON a.sid = c.assignment_sid
    JOIN enrollment_section s ON s.section_sid = c.section_sid
    UNION ALL
    SELECT j.enrollment_sid, j.exam_sid FROM changed c JOIN adjustment j ON j.section_assignment_sid = c.assignment_sid
  ) p
  HAVING count(*) > 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION adjust_by_section() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_adjustments(array_agg(p.enrollment_sid), array_agg(p.exam_sid))
  FROM (
    SELECT c.enrollment_sid, a.exam_sid FROM changed c
    JOIN assignment_section t ON t.section_sid = c.section_sid
    JOIN assignment a ON a.sid = t.assignment_sid
    UNION ALL
    SELECT j.enrollment_sid, j.exam_sid FROM changed c
    JOIN adjustment j ON j.enrollment_sid = c.enrollment_sid AND j.section_assignment_sid IS NOT NULL
  ) p
  HAVING count(*) > 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER exam_configuration_adjusts AFTER INSERT ON exam_configuration
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION adjust_by_accommodation();
--> statement-breakpoint
CREATE TRIGGER exam_configuration_adjusted AFTER DELETE ON exam_configuration
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION adjust_by_accommodation();
--> statement-breakpoint
CREATE TRIGGER assignment_enrollment_adjusts AFTER INSERT ON assignment_enrollment
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION adjust_by_assignment();
--> statement-breakpoint
CREATE TRIGGER assignment_enrollment_adjusted AFTER DELETE ON assignment_enrollment
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION adjust_by_assignment();
--> statement-breakpoint
CREATE TRIGGER assignment_section_adjusts AFTER INSERT ON assignment_section
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION adjust_by_section_assignment();
--> statement-breakpoint
CREATE TRIGGER assignment_section_adjusted AFTER DELETE ON assignment_section
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION adjust_by_section_assignment();
--> statement-breakpoint
CREATE TRIGGER enrollment_section_adjusts AFTER INSERT ON enrollment_section
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION adjust_by_section();
--> statement-breakpoint
CREATE TRIGGER enrollment_section_adjusted AFTER DELETE ON enrollment_section
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION adjust_by_section();
--> statement-breakpoint
CREATE TRIGGER exam_configuration_given AFTER UPDATE ON exam_configuration
REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION adjust_by_accommodation_given();
--> statement-breakpoint
-- What was said before there were triggers.
SELECT refresh_adjustments(array_agg(p.enrollment_sid), array_agg(p.exam_sid))
FROM (
  SELECT enrollment_sid, exam_sid FROM exam_configuration WHERE enrollment_sid IS NOT NULL
  UNION SELECT t.enrollment_sid, a.exam_sid FROM assignment_enrollment t JOIN assignment a ON a.sid = t.assignment_sid
  UNION SELECT s.enrollment_sid, a.exam_sid FROM assignment_section t
    JOIN assignment a ON a.sid = t.assignment_sid
    JOIN enrollment_section s ON s.section_sid = t.section_sid
) p
HAVING count(*) > 0;
--> statement-breakpoint
-- The windows that adjustments give: the accommodation's, field by field else those of the assignment to the enrollment,
-- else those of the one to a section.
CREATE VIEW adjusted_window AS
SELECT j.install_sid, j.enrollment_sid, j.exam_sid, j.accommodation_sid,
  coalesce(j.assignment_sid, j.section_assignment_sid) IS NOT NULL AS is_assigned,
  coalesce(c.exam_open_date, own.exam_open_date, ofs.exam_open_date) AS exam_open_date,
  coalesce(c.exam_close_date, own.exam_close_date, ofs.exam_close_date) AS exam_close_date,
  coalesce(c.schedule_open_date, own.schedule_open_date, ofs.schedule_open_date) AS schedule_open_date,
  coalesce(c.schedule_close_date, own.schedule_close_date, ofs.schedule_close_date) AS schedule_close_date
FROM adjustment j
LEFT JOIN exam_configuration c ON c.sid = j.accommodation_sid
LEFT JOIN assignment_window own ON own.sid = j.assignment_sid
LEFT JOIN assignment_window ofs ON ofs.sid = j.section_assignment_sid;
--> statement-breakpoint
-- What holds for an enrollment in an exam, field by field: what is said of the enrollment, else the primary configuration.
-- src/proctoring/configurations/effective.ts says the same; a property test holds the two equal.
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
    AS instructors_of_sid
FROM enrollment e
JOIN exam x ON x.course_sid = e.course_sid
JOIN exam_configuration p ON p.exam_sid = x.sid AND p.type = 'primary'
LEFT JOIN adjusted_window j ON j.install_sid = e.install_sid AND j.enrollment_sid = e.sid AND j.exam_sid = x.sid
LEFT JOIN exam_configuration c ON c.sid = j.accommodation_sid;
