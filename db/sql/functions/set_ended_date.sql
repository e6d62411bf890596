-- Sets the end of an attempt for a statement that ends it without one: those of the previous build, and of loaders.
-- Called by: the trigger exam_session_ends.
CREATE OR REPLACE FUNCTION set_ended_date() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.ended_date := now();
  RETURN NEW;
END
$$;
