-- room: access/sessions
-- The location that a phone sent with its approval, if access policies asked for it. Applications decide by the facts of the
-- sign-in, so it is kept as long as the session
alter table sessions add column position jsonb;
