-- Publishes the changes of cancellation_policy as events.
CREATE OR REPLACE TRIGGER cancellation_policy_captured AFTER INSERT OR UPDATE OR DELETE ON cancellation_policy
FOR EACH ROW EXECUTE FUNCTION capture_change('cancellation_policy');
