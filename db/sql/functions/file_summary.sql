-- Returns what the records of sessions and configurations contain of a file.
-- Called by: session_record, src/proctoring/files/summary/columns.ts.
CREATE OR REPLACE FUNCTION file_summary(file file) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('sid', file.sid, 'name', file.name, 'contentType', file.content_type, 'size', file.size)
$$;
