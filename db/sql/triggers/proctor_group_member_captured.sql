-- Publishes the changes of proctor_group_member as events. Those of a deleted group have none: its own event reports them.
CREATE OR REPLACE TRIGGER proctor_group_member_captured AFTER INSERT OR UPDATE OR DELETE ON proctor_group_member
FOR EACH ROW EXECUTE FUNCTION capture_change('proctor_group_member');
