-- room: access/sessions
-- What the identity provider that opened a session is trusted to have checked, and the methods that it reported
alter table sessions add column provider_level text
  check (provider_level in ('multi-factor', 'phishing-resistant', 'hardware-bound'));
alter table sessions add column provider_methods text[] check (cardinality(provider_methods) <= 20);
