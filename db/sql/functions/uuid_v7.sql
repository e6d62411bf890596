-- Returns a UUIDv7 (RFC 9562): 48 bits of milliseconds, then random bits, and the version. For rows that statements
-- derive from other rows; TypeScript creates its own (db/sid.ts).
-- Called by: every function that inserts records, and statements of src.
CREATE OR REPLACE FUNCTION uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(
    set_bit(
      set_bit(
        overlay(uuid_send(gen_random_uuid())
          PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
          FROM 1 FOR 6),
        52, 1),
      53, 1),
    'hex')::uuid
$$;
