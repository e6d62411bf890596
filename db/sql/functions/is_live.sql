-- Returns whether a client has subscribed to a topic of captured changes: to that of the application, or to that of the
-- install.
-- Parameters: application; install: that of the change; name: the topic of the application.
-- Called by: capture_change, fan_out_events.
CREATE OR REPLACE FUNCTION is_live(application uuid, install uuid, name text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM live_topic WHERE application_sid = application
    AND topic IN (name, 'installs.' || sid_text('AI', install) || '.' || name))
$$;
