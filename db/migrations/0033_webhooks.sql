CREATE TABLE "rate" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"used_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "webhook_endpoint_application_sid_created_date_sid_index";--> statement-breakpoint
DROP INDEX "event_client_id";--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "install_sid" uuid;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD COLUMN "install_sid" uuid;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "event_client_id_of_install" ON "event" USING btree ("application_sid","install_sid","client_id") WHERE "event"."install_sid" is not null and "event"."client_id" is not null;--> statement-breakpoint
CREATE INDEX "webhook_endpoint_live" ON "webhook_endpoint" USING btree ("application_sid","created_date","sid") WHERE "webhook_endpoint"."deleted_date" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "event_client_id" ON "event" USING btree ("application_sid","client_id") WHERE "event"."install_sid" is null and "event"."client_id" is not null;
--> statement-breakpoint
-- Events and endpoints of one install; bounds of what one event, and one application, may cause.

-- Endpoints that are there already hear of every install, as before: nobody noted by which credential they were made.
-- Events that are there already stay without an install: an endpoint of one recovers only what came after it was made.

-- Each event makes one delivery for each endpoint that it matches: at most 200, the oldest first. That is the most that
-- WEBHOOK_ENDPOINT_LIMIT may allow, and only endpoints from before there was a limit are more.
CREATE OR REPLACE FUNCTION fan_out_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_delivery (sid, application_sid, event_sid, endpoint_sid)
  SELECT uuid_v7(), e.application_sid, e.sid, matching.sid
  FROM made e CROSS JOIN LATERAL (
    SELECT w.sid FROM webhook_endpoint w
    WHERE w.application_sid = e.application_sid AND w.active AND w.deleted_date IS NULL
      AND (w.install_sid IS NULL OR w.install_sid = e.install_sid)
      AND e.type = ANY (w.events) AND matches_filter(w.filter, e.payload)
    ORDER BY w.created_date, w.sid LIMIT 200) AS matching
  -- An event of ours has its one delivery from whoever made it.
  WHERE NOT starts_with(e.topic, 'invigil.');
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- As before, and the event says of which install it is. What no endpoint of the application or of the install may hear
-- of is not noted.
CREATE OR REPLACE FUNCTION capture_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb;
  payload jsonb;
  home uuid;
  application uuid;
  person uuid;
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoint WHERE deleted_date IS NULL) THEN RETURN NULL; END IF;
  IF TG_OP = 'DELETE' THEN payload := event_payload(OLD); ELSE payload := event_payload(NEW); END IF;
  home := substr(payload ->> 'installSid', 3)::uuid;
  SELECT i.application_sid INTO application FROM install i
  WHERE i.sid = home
    AND EXISTS (SELECT FROM webhook_endpoint w WHERE w.application_sid = i.application_sid AND w.deleted_date IS NULL
      AND (w.install_sid IS NULL OR w.install_sid = i.sid));
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN
    before := event_payload(OLD);
    -- What nobody is told of has not changed for anybody.
    IF payload - 'editDate' = before - 'editDate' THEN RETURN NULL; END IF;
    IF payload ? 'status' THEN
      payload := payload || jsonb_build_object('previousStatus', before -> 'status');
    END IF;
  END IF;
  person := substr(CASE WHEN TG_ARGV[0] = 'user' THEN payload ->> 'sid' ELSE payload ->> 'userSid' END, 3)::uuid;
  IF person IS NULL THEN
    SELECT e.user_sid INTO person FROM enrollment e WHERE e.sid = substr(payload ->> 'enrollmentSid', 3)::uuid;
  END IF;
  INSERT INTO event (sid, application_sid, install_sid, topic, source, type, payload, user_sid, changed_table, operation)
  VALUES (uuid_v7(), application, home, 'proctoring.' || TG_ARGV[0], 'capture', 'database.event', payload, person,
    TG_ARGV[0], lower(TG_OP));
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Rates, by the generic cell rate algorithm (ITU-T I.371): what was not used in a minute may be used at once, and then
-- one comes after the other. A row holds one time, so that using a rate costs the same at every rate.

-- Seconds until the rate allows another one; 0 when it does now.
CREATE FUNCTION rate_wait(rate_key bytea, per_minute integer) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT greatest(0, ceil(extract(epoch FROM
      r.used_until + interval '1 minute' / per_minute - interval '1 minute' - clock_timestamp())))::integer
    FROM rate r WHERE r.key = rate_key), 0)
$$;
--> statement-breakpoint
-- Undoes the batch that it stands in when the rate is used up, without using it: for the beginning of what is costly.
CREATE FUNCTION check_rate(rate_key bytea, per_minute integer) RETURNS void
LANGUAGE plpgsql STABLE AS $$
DECLARE
  waiting integer := rate_wait(rate_key, per_minute);
BEGIN
  IF waiting > 0 THEN
    RAISE EXCEPTION USING ERRCODE = 'IV003', MESSAGE = waiting::text;
  END IF;
END
$$;
--> statement-breakpoint
-- Uses the rate once, or undoes the batch that it stands in. Who comes at the same time waits for the end of the
-- transaction, so it stands last.
CREATE FUNCTION use_rate(rate_key bytea, per_minute integer) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  gap interval := interval '1 minute' / per_minute;
BEGIN
  INSERT INTO rate AS r (key, used_until) VALUES (rate_key, clock_timestamp() + gap)
  ON CONFLICT (key) DO UPDATE SET used_until = greatest(r.used_until, clock_timestamp()) + gap
    WHERE r.used_until + gap <= clock_timestamp() + interval '1 minute';
  IF NOT FOUND THEN
    RAISE EXCEPTION USING ERRCODE = 'IV003', MESSAGE = greatest(1, rate_wait(rate_key, per_minute))::text;
  END IF;
END
$$;
