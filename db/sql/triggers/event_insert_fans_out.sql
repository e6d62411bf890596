-- Creates a delivery for each endpoint that an event matches.
CREATE OR REPLACE TRIGGER event_insert_fans_out AFTER INSERT ON event
REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION fan_out_events();
