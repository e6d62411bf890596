-- Gives each install the records that it starts with.
CREATE OR REPLACE TRIGGER install_insert_defaults AFTER INSERT ON install
FOR EACH ROW EXECUTE FUNCTION insert_install_defaults();
