-- Notes that the role of an operator has changed, or that an operator was disabled.
CREATE OR REPLACE TRIGGER operator_update_notes_ended AFTER UPDATE OF role, disabled_date ON operator
FOR EACH ROW WHEN ((OLD.role, OLD.disabled_date) IS DISTINCT FROM (NEW.role, NEW.disabled_date))
EXECUTE FUNCTION note_ended_account();
