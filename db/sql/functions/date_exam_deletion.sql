-- Dates the deletion of an exam and keeps the status before it, whichever statement deletes the exam. An exam that is
-- no longer deleted has neither. Exams that are deleted with their course have the date of its deletion.
-- Called by: the trigger exam_deletion_dated.
CREATE OR REPLACE FUNCTION date_exam_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.deleted_date := CASE NEW.status WHEN 'deleted' THEN now() END;
  NEW.status_before_deletion := CASE NEW.status WHEN 'deleted' THEN OLD.status END;
  RETURN NEW;
END
$$;
