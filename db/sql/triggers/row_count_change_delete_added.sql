-- Adds the changes to the counts of the periods when they are added to the totals.
CREATE OR REPLACE TRIGGER row_count_change_delete_added AFTER DELETE ON row_count_change
REFERENCING OLD TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_row_periods();
