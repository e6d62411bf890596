-- Marks the learner of a deleted pair, unless it lacked an appointment as a pair without sessions does.
CREATE OR REPLACE TRIGGER session_pair_delete_marked AFTER DELETE ON session_pair FOR EACH ROW
WHEN (OLD.attempts_used > 0 OR NOT lacks_appointment(OLD.status, OLD.is_cancelled))
EXECUTE FUNCTION mark_unscheduled();
