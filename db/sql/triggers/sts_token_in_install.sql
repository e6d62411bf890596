-- Sets the install of tokens that are inserted without it.
CREATE OR REPLACE TRIGGER sts_token_in_install BEFORE INSERT ON sts_token
FOR EACH ROW WHEN (NEW.install_sid IS NULL) EXECUTE FUNCTION set_token_install();
