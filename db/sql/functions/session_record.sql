-- Returns a session of the install and the exam with everything that its record and its transitions need; no row without such
-- a session. A function keeps the plan for each connection: to plan this query takes ten times as long as to execute it.
-- Parameters: the sids of the path.
-- Returns: version: changes with each update of the session. instructors_of_sid to is_assigned: the effective configuration, not
-- as a row of its view, which a migration then could not drop. muted: the first 100 muted annotations, by time. sent_messages: the
-- kind and the time of each mail that was sent to the learner, the oldest first. open_incidents: the open events that open
-- incidents. findings: those of them that a review has found.
-- Called by: src/proctoring/sessions/read/find-session.ts.
CREATE OR REPLACE FUNCTION session_record(of_install uuid, of_exam uuid, of_session uuid)
RETURNS TABLE (session exam_session, version text, of_account account, its_install install, its_exam exam, its_course course,
  its_enrollment enrollment, instructors_of_sid uuid, exam_open_date timestamptz, exam_close_date timestamptz,
  schedule_open_date timestamptz, schedule_close_date timestamptz, duration integer, attempts integer, proctor_types text[],
  modality_options jsonb, url text, is_assigned boolean, slot instructor_proctor, policy cancellation_policy_version,
  its_group proctor_group, its_review review_process, muted json, exam_file json, returned_file json, photos json,
  sent_messages text[], open_incidents uuid[], findings uuid[])
LANGUAGE plpgsql STABLE ROWS 1 SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
  SELECT s, s.xmin::text, a, i, x, c, e, f.instructors_of_sid, f.exam_open_date, f.exam_close_date, f.schedule_open_date,
    f.schedule_close_date, f.duration, f.attempts, f.proctor_types, f.modality_options, f.url, f.is_assigned, p, v, g, r,
    (SELECT coalesce(json_agg(json_build_object('sid', m.sid, 'type', m.type, 'startOffsetMs', m.start_offset_ms,
        'endOffsetMs', m.end_offset_ms, 'severity', m.severity, 'source', m.source, 'text', m.text)
        ORDER BY m.start_offset_ms, m.sid), '[]')
      FROM (SELECT * FROM annotation n WHERE n.session_sid = s.sid AND n.muted
        ORDER BY n.start_offset_ms, n.sid LIMIT 100) m),
    -- That of the accommodation of the learner before those of the primary configuration.
    (SELECT file_summary(d) FROM file d JOIN exam_configuration o ON o.sid = d.exam_configuration_sid
      WHERE d.purpose = 'examFile' AND d.completed_date IS NOT NULL AND d.exam_configuration_sid IN (
        SELECT w.sid FROM exam_configuration w WHERE w.exam_sid = s.exam_sid AND w.type = 'primary'
        UNION ALL
        SELECT j.accommodation_sid FROM adjustment j
        WHERE j.enrollment_sid = s.enrollment_sid AND j.exam_sid = s.exam_sid)
      ORDER BY o.type, d.completed_date DESC, d.sid DESC LIMIT 1),
    (SELECT file_summary(d) FROM file d
      WHERE d.session_sid = s.sid AND d.purpose = 'returnedFile' AND d.completed_date IS NOT NULL
      ORDER BY d.completed_date DESC, d.sid DESC LIMIT 1),
    (SELECT coalesce(json_agg(file_summary(d) ORDER BY d.created_date, d.sid), '[]') FROM file d
      WHERE d.session_sid = s.sid AND d.purpose = 'photo' AND d.completed_date IS NOT NULL),
    array(SELECT m.kind || ':' || instant_text(m.finished_date) FROM message m
      WHERE m.session_sid = s.sid AND m.status = 'sent' ORDER BY m.finished_date, m.sid),
    array(SELECT n.sid FROM session_event n JOIN event_type t ON t.sid = n.event_type_sid
      WHERE n.session_sid = s.sid AND n.status = 'Open' AND t.opens_incident),
    array(SELECT n.sid FROM session_event n JOIN event_type t ON t.sid = n.event_type_sid
      WHERE n.session_sid = s.sid AND n.status = 'Open' AND t.opens_incident AND t.code = 'review')
  FROM exam_session s
  JOIN install i ON i.sid = s.install_sid
  JOIN account a ON a.sid = i.account_sid
  JOIN exam x ON x.sid = s.exam_sid
  JOIN course c ON c.sid = s.course_sid
  JOIN enrollment e ON e.sid = s.enrollment_sid
  LEFT JOIN effective_configuration f ON f.enrollment_sid = s.enrollment_sid AND f.exam_sid = s.exam_sid
  LEFT JOIN instructor_proctor p ON p.sid = s.instructor_proctor_sid
  LEFT JOIN cancellation_policy_version v ON v.sid = s.cancellation_policy_version_sid
  LEFT JOIN proctor_group g ON g.sid = s.proctor_group_sid
  LEFT JOIN review_process r ON r.sid = s.proctor_review_process_sid
  WHERE s.sid = of_session AND s.install_sid = of_install AND s.exam_sid = of_exam;
END
$$;
