-- Marks the learner of a new pair, unless it lacks an appointment as a pair without sessions does.
CREATE OR REPLACE TRIGGER session_pair_insert_marked AFTER INSERT ON session_pair FOR EACH ROW
WHEN (NEW.attempts_used > 0 OR NOT lacks_appointment(NEW.status, NEW.is_cancelled))
EXECUTE FUNCTION mark_unscheduled();
