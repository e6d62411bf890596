-- Of users of an install whose usernames are equal by the new rule only, the earliest keeps the username for itself. The
-- others keep theirs too, with a number that makes them unique: each signs in with the own spelling. If the index of 0020
-- finds another pair, which a request has made since, give one of the two another username and migrate again.
SELECT set_config('invigil.unaudited', 'on', true);
--> statement-breakpoint
UPDATE "users" u SET "username_clash" = named.clash
FROM (
  SELECT "sid", row_number() OVER (PARTITION BY "install_sid", username_key("username") ORDER BY "created_date", "sid") - 1 AS clash
  FROM "users" WHERE "username" IS NOT NULL
) named WHERE named."sid" = u."sid" AND named.clash > 0;
