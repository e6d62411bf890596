-- The trigger is created with the column, so that the tokens that the previous build inserts have their install.
-- db/sql has the same function and trigger.
ALTER TABLE "sts_token" ADD COLUMN "install_sid" uuid;
--> statement-breakpoint
CREATE FUNCTION set_token_install() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.install_sid := (SELECT f.install_sid FROM sts_family f WHERE f.sid = NEW.family_sid);
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER sts_token_in_install BEFORE INSERT ON sts_token
FOR EACH ROW WHEN (NEW.install_sid IS NULL) EXECUTE FUNCTION set_token_install();
