-- One row for each adjustment, with its windows: field by field those of the accommodation, else of the
-- assignment to the enrollment, else of the assignment to a section.
-- Read by: effective_configuration, the reports churn and examSessionEvents.
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
