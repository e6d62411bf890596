-- Returns a UUIDv7 (RFC 9562): 48 bits of milliseconds, the version, 12 bits of their fraction, then random bits with the
-- variant. So the ids of a connection sort in the order in which they were made, also within a millisecond. For rows that
-- statements derive from other rows; TypeScript creates its own (db/sid.ts).
-- Called by: every function that inserts records, and statements of src.
CREATE OR REPLACE FUNCTION uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT (
    overlay(
      lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000 * 4096)::bigint), 15, '0')
      PLACING '7' FROM 13 FOR 0)
    || substring(gen_random_uuid()::text FROM 20))::uuid
$$;
