-- Dates the withdrawal of an enrollment, whichever statement withdraws it. Enrollments that are withdrawn with their
-- course have the date of its deletion.
-- Called by: the trigger enrollment_withdrawal_dated.
CREATE OR REPLACE FUNCTION date_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.withdrawn_date := CASE NEW.status WHEN 'withdrawn' THEN now() END;
  RETURN NEW;
END
$$;
