-- One row for each assignment, with its windows as instants: a window opens at the first instant of its open date in the
-- time zone of the install, and closes at the first instant after its close date.
-- Read by: adjusted_window, the report unscheduledLearners.
CREATE VIEW assignment_window AS
SELECT a.sid, a.exam_sid, a.created_date,
  first_instant(a.exam_open_date, i.default_timezone) AS exam_open_date,
  first_instant(a.exam_close_date + 1, i.default_timezone) AS exam_close_date,
  first_instant(a.scheduling_open_date, i.default_timezone) AS schedule_open_date,
  first_instant(a.scheduling_close_date + 1, i.default_timezone) AS schedule_close_date
FROM assignment a
JOIN exam x ON x.sid = a.exam_sid
JOIN install i ON i.sid = x.install_sid;
