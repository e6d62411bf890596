-- Publishes the changes of cancellation_policy_version as events. Those of a deleted policy have none: its own event reports them.
CREATE OR REPLACE TRIGGER cancellation_policy_version_captured AFTER INSERT OR UPDATE OR DELETE ON cancellation_policy_version
FOR EACH ROW EXECUTE FUNCTION capture_change('cancellation_policy_version');
