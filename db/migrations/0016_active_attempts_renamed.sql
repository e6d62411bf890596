ALTER INDEX IF EXISTS "exam_session_active_attempt" RENAME TO "exam_session_active";
