-- Returns the form by which usernames are compared: NFKC, without blanks at both ends, and with full case folding, so that
-- `ß` equals `ss`. The blanks are those of `isBlank` (src/shared/values/text.ts).
-- NFKC makes up to 18 characters of one, so the result is cut to 500, which an index always holds.
-- An index is built from it: another result for any text needs another function and another index. A migration creates
-- the same function.
-- Called by: the index users_username_key; sign-ins (src/platform/identity/accounts.ts); stage_roster_users.
CREATE OR REPLACE FUNCTION username_key(username text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN left(normalize(fold_case(regexp_replace(normalize(username, NFKC), '^[\x01-\x20\x7f-\xa0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+|[\x01-\x20\x7f-\xa0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+$', '', 'g')), NFKC), 500);
