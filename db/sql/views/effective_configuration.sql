-- One row for each enrollment and exam of its course, with the effective configuration: field by field that of the
-- adjustment, else of the primary configuration. password_of_sid is the configuration that the password is sealed for.
-- src/proctoring/exams/configurations/effective-configuration.ts computes the same; a property test compares both.
-- Read by: reconcile_assigned, appointment_fits, configurations, sessions and reports.
CREATE VIEW effective_configuration AS
SELECT
  e.role = 'learner' AND e.status = 'active' AND x.status = 'active'
    AND (NOT x.limited_scope OR coalesce(j.is_assigned, false)) AS is_assigned,
  e.install_sid, e.course_sid, x.sid AS exam_sid, e.sid AS enrollment_sid, e.user_sid,
  coalesce(j.exam_open_date, p.exam_open_date) AS exam_open_date,
  coalesce(j.exam_close_date, p.exam_close_date) AS exam_close_date,
  coalesce(j.schedule_open_date, p.schedule_open_date) AS schedule_open_date,
  coalesce(j.schedule_close_date, p.schedule_close_date) AS schedule_close_date,
  -- generated: settings
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
  coalesce(c.modality_options, p.modality_options) AS modality_options,
  -- end of generated
  coalesce(nullif(c.proctor_types, '{}'), p.proctor_types) AS proctor_types,
  coalesce(nullif(c.attachments, '[]'), p.attachments) AS attachments,
  CASE WHEN EXISTS (SELECT FROM instructor_proctor i WHERE i.configuration_sid = c.sid) THEN c.sid ELSE p.sid END
    AS instructors_of_sid,
  CASE WHEN c.password IS NULL THEN p.sid ELSE c.sid END AS password_of_sid
FROM enrollment e
JOIN exam x ON x.course_sid = e.course_sid
JOIN exam_configuration p ON p.exam_sid = x.sid AND p.type = 'primary'
LEFT JOIN adjusted_window j ON j.install_sid = e.install_sid AND j.enrollment_sid = e.sid AND j.exam_sid = x.sid
LEFT JOIN exam_configuration c ON c.sid = j.accommodation_sid;
