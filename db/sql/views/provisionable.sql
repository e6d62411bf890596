-- One row for each record that provisioning can find by its ids: the courses, users and exams that are not deleted.
-- course_sid: the course of an exam. A query with a constant kind reads one table.
-- Read by: provision_match.
CREATE VIEW provisionable AS
SELECT 'course' AS kind, sid, install_sid, NULL::uuid AS course_sid, lms_id, sis_id, api_id, external_id
FROM course WHERE deleted_date IS NULL
UNION ALL
SELECT 'user', sid, install_sid, NULL, lms_id, sis_id, api_id, external_id FROM users WHERE erased_date IS NULL
UNION ALL
SELECT 'exam', sid, install_sid, course_sid, lms_id, sis_id, api_id, external_id FROM exam WHERE status <> 'deleted';
