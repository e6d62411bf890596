-- A statement of an abandoned request ends by itself. The setting belongs to the role that migrates, in this database; a
-- deployment whose Workers use another role sets it there. Sessions that are open keep their own.
DO $$
BEGIN
  EXECUTE format('ALTER ROLE %I IN DATABASE %I SET statement_timeout = %L', current_user, current_database(), '30s');
EXCEPTION WHEN insufficient_privilege THEN
  RAISE NOTICE 'statement_timeout was not set: %', SQLERRM;
END
$$;
