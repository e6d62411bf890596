-- The triggers are created in the transaction of the first count. They lock the table, so that no change is missed: inserts wait
-- while the rows are counted. db/sql has the same triggers.
CREATE TRIGGER session_event_insert_counted AFTER INSERT ON session_event
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
--> statement-breakpoint
CREATE TRIGGER session_event_delete_counted AFTER DELETE ON session_event
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
--> statement-breakpoint
INSERT INTO row_count (table_name, install_sid, total)
SELECT 'session_event', install_sid, count(*) FROM session_event GROUP BY install_sid;
