-- In one statement, because the list of tokens reads the column of every token. Retention bounds the number of tokens to
-- those of eight days. No request updates or locks a token, and retention skips locked ones, so nothing waits for it.
UPDATE sts_token t SET install_sid = f.install_sid
FROM sts_family f WHERE f.sid = t.family_sid AND t.install_sid IS NULL;
