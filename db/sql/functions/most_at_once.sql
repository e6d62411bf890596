-- Returns the most appointments that there are at the same time. An appointment that ends when another one starts is not
-- at the same time.
-- Parameters: starts, ends: those of the appointments, by position; null for none. since: where the time in question
-- starts, which each of them overlaps; -infinity for all times.
-- Called by: takeCapacity in src/proctoring/capacity.ts, limit_appointments.
CREATE OR REPLACE FUNCTION most_at_once(starts timestamptz[], ends timestamptz[], since timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(max(present), 0) FROM (
    -- Of the changes at one time, the ends come first.
    SELECT sum(change) OVER (ORDER BY at, change) AS present
    FROM unnest(starts, ends) AS appointment(start, "end")
    CROSS JOIN LATERAL (VALUES (greatest(start, since), 1), ("end", -1)) step(at, change)
  ) counts
$$;
