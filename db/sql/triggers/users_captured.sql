-- Publishes the changes of users as events.
CREATE OR REPLACE TRIGGER users_captured AFTER INSERT OR UPDATE OR DELETE ON users
FOR EACH ROW EXECUTE FUNCTION capture_change('user');
