-- Dates the deletion of an exam, which can be restored for 30 days; also of an exam without a date, which an earlier release deleted,
-- when it changes.
CREATE OR REPLACE TRIGGER exam_deletion_dated BEFORE UPDATE ON exam FOR EACH ROW
WHEN ((OLD.status = 'deleted') <> (NEW.status = 'deleted') OR (OLD.status = 'deleted' AND OLD.deleted_date IS NULL))
EXECUTE FUNCTION date_exam_deletion();
