-- In one transaction, so that there is a unique index at any time. Both statements take no longer than their lock.
DROP INDEX IF EXISTS "exam_session_active";
--> statement-breakpoint
ALTER INDEX "exam_session_active_attempt" RENAME TO "exam_session_active";
