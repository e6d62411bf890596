-- Dates the deletion of an exam, which can be restored for 30 days.
CREATE OR REPLACE TRIGGER exam_deletion_dated BEFORE UPDATE ON exam FOR EACH ROW
WHEN ((OLD.status = 'deleted') <> (NEW.status = 'deleted'))
EXECUTE FUNCTION date_exam_deletion();
