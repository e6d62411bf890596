-- Inserts the messages about changed sessions into the outbox of mails.
CREATE OR REPLACE TRIGGER exam_session_update_messaged AFTER UPDATE ON exam_session
REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION queue_messages();
