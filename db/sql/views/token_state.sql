-- One row for each token, with its family, the policies and roles that limit it, and the reason why it is inactive. A token
-- has the lowest role of its element, its creator and its holder, and only permissions of its creator and its holder:
-- the holder is the credential that refreshed it last. A query without replaced_by_sid does not join the successor,
-- because generations of a family are unique.
-- Read by: requests with a token, GET .../sts/tokens, introspection, token_successor.
CREATE VIEW token_state AS
SELECT t.sid, t.family_sid, t.generation, t.secret_hash, t.expires_at, s.sid AS replaced_by_sid, t.created_date,
  f.install_sid, f.credential_sid, f.holder_sid, f.target_user_sid, f.token_type, f.element_type, f.resource, f.policy,
  f.absolute_expires_at,
  c.account_sid, c.application_sid, c.role, c.policy AS creator_policy, h.policy AS holder_policy,
  token_inactive_reason(t, f, i, c, h, u.sts_epoch) AS inactive_reason,
  h.role AS holder_role, u.role AS target_role
FROM sts_token t
JOIN sts_family f ON f.sid = t.family_sid
JOIN api_credential c ON c.sid = f.credential_sid
JOIN api_credential h ON h.sid = f.holder_sid
JOIN install i ON i.sid = f.install_sid
LEFT JOIN users u ON u.sid = f.target_user_sid
LEFT JOIN sts_token s ON s.family_sid = t.family_sid AND s.generation = t.generation + 1;
