-- Ends the sign-ins of users whose password or email address changed or who were disabled.
CREATE OR REPLACE TRIGGER users_end_sign_ins AFTER UPDATE ON users
REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION end_sign_ins();
