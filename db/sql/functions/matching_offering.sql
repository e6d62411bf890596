-- Returns the newest course offering of an install of which a match string is part of the title or the code of a course,
-- without regard to accents and case; null if there is none.
-- Called by: provision_insert, apply_roster_courses.
CREATE OR REPLACE FUNCTION matching_offering(install uuid, title text, code text) RETURNS uuid
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_variable
BEGIN
  RETURN (
    SELECT o.sid FROM course_offering o
    WHERE o.install_sid = install AND o.match_strings <> '{}'
      AND EXISTS (
        SELECT FROM unnest(o.match_strings) part
        -- Earlier releases stored blanks, which most titles contain.
        WHERE btrim(name_key(part)) <> '' AND (name_key(title) LIKE name_pattern(part) OR name_key(code) LIKE name_pattern(part)))
    ORDER BY o.created_date DESC, o.sid DESC LIMIT 1);
END
$$;
