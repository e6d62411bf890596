-- Publishes the changes of install as events.
CREATE OR REPLACE TRIGGER install_captured AFTER INSERT OR UPDATE OR DELETE ON install
FOR EACH ROW EXECUTE FUNCTION capture_change('install');
