-- Notes that an operator was removed.
CREATE OR REPLACE TRIGGER operator_delete_notes_ended AFTER DELETE ON operator
FOR EACH ROW
EXECUTE FUNCTION note_ended_account();
