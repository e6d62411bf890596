ALTER TABLE "install" VALIDATE CONSTRAINT "install_no_show_grace_minutes";--> statement-breakpoint
ALTER TABLE "install" VALIDATE CONSTRAINT "install_overrun_grace_minutes";--> statement-breakpoint
-- The attempts that have ended: all that were started and are not Scheduled. An incident used to end its attempt. The end is
-- the first time in the history at which the attempt did not run any more. The update changes nothing that the other
-- triggers of the table derive, and would take minutes with them.
ALTER TABLE "exam_session" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "exam_session" s SET "ended_date" = coalesce(
  (SELECT min(t."created_date") FROM "session_transition" t
   WHERE t."session_sid" = s."sid" AND NOT t."running" AND t."created_date" > s."in_progress_date"),
  s."edit_date")
WHERE s."in_progress_date" IS NOT NULL AND s."status" <> 'Scheduled' AND s."ended_date" IS NULL;--> statement-breakpoint
ALTER TABLE "exam_session" ENABLE TRIGGER USER;
