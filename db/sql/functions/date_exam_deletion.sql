-- Dates the deletion of an exam and keeps the status before it, whichever statement deletes the exam. An exam that is
-- no longer deleted has neither. Exams that are deleted with their course have the date of its deletion. One that an earlier
-- release deleted has no date: its last change was the deletion, and becomes its date before the next change.
-- Called by: the trigger exam_deletion_dated.
CREATE OR REPLACE FUNCTION date_exam_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.deleted_date := CASE
    WHEN NEW.status <> 'deleted' THEN NULL
    WHEN OLD.status = 'deleted' THEN OLD.edit_date
    ELSE now() END;
  NEW.status_before_deletion := CASE WHEN NEW.status = 'deleted' AND OLD.status <> 'deleted' THEN OLD.status END;
  RETURN NEW;
END
$$;
