-- Dates the withdrawal of an enrollment, which returns if its course is restored.
CREATE OR REPLACE TRIGGER enrollment_withdrawal_dated BEFORE UPDATE ON enrollment FOR EACH ROW
WHEN (OLD.status <> NEW.status)
EXECUTE FUNCTION date_withdrawal();
