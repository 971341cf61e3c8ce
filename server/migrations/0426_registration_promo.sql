-- room: access/registration
alter table registrations
  add column promo_code text check (length(promo_code) <= 32),  -- redeemed when the registration completes
  add column promo_tries smallint not null default 0;
