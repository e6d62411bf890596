-- Publishes the changes of review_process as events.
CREATE OR REPLACE TRIGGER review_process_captured AFTER INSERT OR UPDATE OR DELETE ON review_process
FOR EACH ROW EXECUTE FUNCTION capture_change('review_process');
