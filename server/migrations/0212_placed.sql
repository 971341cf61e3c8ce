-- room: work/rank (spans rooms)
-- Records who added each credential, and every other path into an account, and the permissions they had at that time
-- (decision 40). Keys of the JSON: `by` = user or API key; `own` = the user, in a session that nothing added by others
-- opened; `role`, `additional`, and `units`, or `scopes` (of an API key), or `super` = the permissions at that time;
-- `unknown` = a session of unknown origin; `mailbox` = see placed_by_mailbox. Null: no known origin, for example an
-- import. The columns credential_id, key_id, method, and opened_by of a session say what opened it.

-- The current role and scopes of a user or API key, in the form of a `placed` column.
create function holding_of(here uuid, one uuid) returns jsonb
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select jsonb_strip_nulls(jsonb_build_object('by', one, 'role', a.role, 'additional', a.additional,
        'units', case when a.type = 2 then to_jsonb(array(
          select unit_id from unit_administrators u where u.workspace_id = here and u.user_id = one)) end,
        'super', case when s.user_id is not null then true end,
        'scopes', case when k.id is not null then to_jsonb(array(
          select unnest(coalesce(k.scopes, permissions_of(2::smallint, '{}', false)))
          intersect select unnest(permissions_of(r.role, r.additional, r.units_only)))) end))
    from (values (1)) always
      left join administrators a on a.workspace_id = here and a.user_id = one
      left join super_administrators s on s.workspace_id = here and s.user_id = one
      left join api_keys k on k.workspace_id = here and k.id = one
      left join lateral rights_of_keeper(here, k.keeper_id) r on true
  $$;
alter function holding_of owner to claviger_super;

-- The weaker of two origins, for access that depends on both. The result is null (unknown) if neither origin is the
-- user's own and they differ. `mailbox` remains only if both origins have it.
create function weaker_of(one jsonb, other jsonb) returns jsonb language sql immutable
  return case
    when one is null or other is null then null
    when one ? 'own' then other
    when other ? 'own' or one = other then one
    when one - 'mailbox' = other - 'mailbox' then one - 'mailbox'
  end;

-- The origin of what a user adds through an emailed link. It includes a hash of the email, so that a key created
-- through the link proves that its user has this mailbox. A hash, because no query needs the email itself.
create function placed_by_mailbox(here uuid, person uuid) returns jsonb language sql stable
  security definer set search_path = public, pg_temp as $$
    select mailbox_placed || jsonb_build_object('mailbox', encode(sha256(convert_to(lower(email), 'UTF8')), 'hex'))
    from users where workspace_id = here and id = person and email is not null $$;
alter function placed_by_mailbox owner to claviger_super;

-- The origin of a session: that of the credential or sign-in method that opened it.
create function origin_of_session(here uuid, session uuid) returns jsonb
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$ declare
    s record;
    origin jsonb := '{"own": true}';
  begin
    select * into s from sessions where sessions.workspace_id = here and sessions.id = session;
    if s.id is null or s.opened_by is not null then return null; end if;
    if s.method = 'command' then return origin; end if;
    if s.credential_id is not null then
      select weaker_of(k.placed, coalesce(c.placed, k.placed)) into origin from credentials c
        join security_keys k on k.workspace_id = here and k.id = c.security_key_id
        where c.workspace_id = here and c.id = s.credential_id;
    end if;
    if s.key_id is not null then
      select weaker_of(origin, k.placed) into origin from security_keys k where k.workspace_id = here and k.id = s.key_id;
    end if;
    if s.credential_id is not null or s.key_id is not null then return origin; end if;
    return case s.method
      when 'code' then placed_by_mailbox(here, s.user_id)
      when 'sms' then (select phone_placed from users where workspace_id = here and id = s.user_id)
      when 'call' then (select phone_placed from users where workspace_id = here and id = s.user_id)
      when 'password' then (select placed from passwords where workspace_id = here and user_id = s.user_id)
      when 'external' then (select placed from external_links where workspace_id = here and user_id = s.user_id
        order by placed is null desc, (placed ? 'own') limit 1)
    end;
  end $$;
alter function origin_of_session owner to claviger_super;

-- The origin of what the current transaction adds for a user. Settings of the transaction name its actor: `app.session`
-- the calling session, `app.placer` the user or API key that acts without one (also the one that started a job), and
-- `app.origin` the operator or the user of an emailed link.
create function placement(here uuid, person uuid) returns jsonb
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$ declare
    session constant text := nullif(current_setting('app.session', true), '');
    placer constant text := nullif(current_setting('app.placer', true), '');
    caller uuid;
  begin
    case nullif(current_setting('app.origin', true), '')
      when 'operator' then return '{"own": true}';
      when 'mailbox' then return placed_by_mailbox(here, person);
      else null;
    end case;
    if session is not null then
      select user_id into caller from sessions where workspace_id = here and id = session::uuid;
      if caller is null then return '{"unknown": true}'; end if;
      if caller = person then return coalesce(origin_of_session(here, session::uuid), '{"unknown": true}'); end if;
      return holding_of(here, caller);
    end if;
    return case when placer is not null then holding_of(here, placer::uuid) end;
  end $$;
alter function placement owner to claviger_super;

-- Whether access of this origin is trusted enough for a role over these units (null: the whole workspace). True for the
-- user's own, and for what users or API keys with at least the permissions of the role added.
create function is_worth(placed jsonb, role smallint, additional smallint[], units uuid[]) returns boolean
  language sql stable
  return case
    when placed is null or placed ? 'unknown' then false
    when placed ? 'own' or placed ? 'super' then true
    else not is_above(
      permissions_of(role, additional, units is not null), units,
      case when placed ? 'scopes' then array(select jsonb_array_elements_text(placed -> 'scopes'))
        else coalesce(permissions_of((placed ->> 'role')::smallint,
          array(select jsonb_array_elements_text(coalesce(placed -> 'additional', '[]'))::smallint), placed ? 'units'), '{}') end,
      case when placed ? 'units' then array(select jsonb_array_elements_text(placed -> 'units')::uuid) end)
  end;

create function note_placed() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    -- The argument names the column with the user whose account the row opens; no argument: the row opens no account
    new.placed := placement(new.workspace_id, case when tg_nargs > 0 then (to_jsonb(new) ->> tg_argv[0])::uuid end);
    return new;
end $$;
alter function note_placed owner to claviger_super;
create trigger credentials_note_placed before insert on credentials for each row execute function note_placed('user_id');
create trigger shares_note_placed before insert or update of account_id, person_id, group_id on shares
  for each row execute function note_placed('account_id');
create trigger external_links_note_placed before insert on external_links for each row execute function note_placed('user_id');
create trigger external_links_note_confirmed before update on external_links for each row
  when (new.user_id <> old.user_id or new.subject <> old.subject or (new.confirmed and not old.confirmed))
  execute function note_placed('user_id');
create trigger delegations_note_placed before insert on delegations for each row execute function note_placed('user_id');
create trigger passwords_note_placed before insert or update of hash on passwords
  for each row execute function note_placed('user_id');
create trigger api_keys_note_placed before insert on api_keys for each row execute function note_placed();
create trigger scim_tokens_note_placed before insert on scim_tokens for each row execute function note_placed();

create function note_contact_placed() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ declare
    placed constant jsonb := placement(new.workspace_id, new.id);
  begin
    if tg_op = 'INSERT' or new.email is distinct from old.email then
      new.mailbox_placed := case when new.email is not null then placed end;
    end if;
    if tg_op = 'INSERT' or (new.phone_country, new.phone_number) is distinct from (old.phone_country, old.phone_number) then
      new.phone_placed := case when new.phone_number is not null then placed end;
    end if;
    return new;
end $$;
alter function note_contact_placed owner to claviger_super;
-- The condition skips the function for imports and directories, which add many users without a known origin
create trigger users_note_contact before insert on users for each row
  when (coalesce(current_setting('app.session', true), '') <> '' or coalesce(current_setting('app.placer', true), '') <> ''
    or coalesce(current_setting('app.origin', true), '') <> '')
  execute function note_contact_placed();
create trigger users_note_changed_contact before update of email, phone_country, phone_number on users for each row
  when ((old.email, old.phone_country, old.phone_number) is distinct from (new.email, new.phone_country, new.phone_number))
  execute function note_contact_placed();

-- Whether the user holds no role yet but was offered at least one, and access of this origin is trusted enough for all
-- offered roles
create function is_worth_offers(here uuid, person uuid, placed jsonb) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select coalesce(bool_and(b.given_by is not null and not b.super and is_worth(placed, b.role, b.additional, b.units)), false)
    from may_become(here, array[person]) b
  $$;
alter function is_worth_offers owner to claviger_super;

-- A fingerprint also opens the key, so the key is trusted no more than the origin of the fingerprint enrollment
create function note_finger_placed() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    update security_keys set placed = weaker_of(placed, placement(new.workspace_id, new.user_id))
      where workspace_id = new.workspace_id and id = new.key_id;
    return null;
end $$;
alter function note_finger_placed owner to claviger_super;
create trigger fingerprint_enrolments_note_placed after insert on fingerprint_enrolments
  for each row execute function note_finger_placed();

-- All that opens the account of a user and is not trusted enough for a role over these units, because a user with lower
-- permissions added it or its origin is unknown
create function placed_by_lower(person uuid, role smallint, additional smallint[], units uuid[])
  returns table (kind text, id uuid, name text, placed_by uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select 'key', k.id, k.name, coalesce((k.placed ->> 'by')::uuid, k.made_by) from security_keys k
      where k.workspace_id = current_workspace() and k.user_id = person and not is_worth(k.placed, $2, $3, $4)
    union all
    select 'passkey', c.id, c.name, (c.placed ->> 'by')::uuid from credentials c
      join security_keys k on k.workspace_id = c.workspace_id and k.id = c.security_key_id
      where c.workspace_id = current_workspace() and c.user_id = person and is_worth(k.placed, $2, $3, $4)
        and not is_worth(coalesce(c.placed, k.placed), $2, $3, $4)
    union all
    select 'share', s.id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), g.name, ''), coalesce((s.placed ->> 'by')::uuid, s.made_by)
      from shares s left join users u on u.workspace_id = s.workspace_id and u.id = s.person_id
        left join groups g on g.workspace_id = s.workspace_id and g.id = s.group_id
      where s.workspace_id = current_workspace() and s.account_id = person and not is_worth(s.placed, $2, $3, $4)
    union all
    select 'provider', l.provider_id, p.name, (l.placed ->> 'by')::uuid from external_links l
      join identity_providers p on p.workspace_id = l.workspace_id and p.id = l.provider_id
      where l.workspace_id = current_workspace() and l.user_id = person and (l.confirmed or l.role_given is null) and not is_worth(l.placed, $2, $3, $4)
    union all
    select 'delegation', d.id, d.tool, d.administrator_id from delegations d
      where d.workspace_id = current_workspace() and d.user_id = person and not is_worth(d.placed, $2, $3, $4)
    union all
    select 'password', w.user_id, '', (w.placed ->> 'by')::uuid from passwords w
      where w.workspace_id = current_workspace() and w.user_id = person and not is_worth(w.placed, $2, $3, $4)
    union all
    select 'mailbox', u.id, u.email, (u.mailbox_placed ->> 'by')::uuid from users u
      where u.workspace_id = current_workspace() and u.id = person and u.email is not null and not is_worth(u.mailbox_placed, $2, $3, $4)
    union all
    select 'phone', u.id, concat_ws(' ', u.phone_country, u.phone_number), (u.phone_placed ->> 'by')::uuid from users u
      where u.workspace_id = current_workspace() and u.id = person and u.phone_number is not null and not is_worth(u.phone_placed, $2, $3, $4)
  $$;
alter function placed_by_lower owner to claviger_super;

-- Closes the access that placed_by_lower returns, and ends all sessions of the user. Keys wait for the user's proof,
-- and external links become unconfirmed; everything else is deleted. An email or a phone number of low origin stays
-- only if the caller passes a sufficient new origin for it (`keeps_mailbox`, `keeps_phone`). Returns what it closed.
create function close_placed_by_lower(person uuid, role smallint, additional smallint[], units uuid[], keeps_mailbox jsonb, keeps_phone jsonb)
  returns table (kind text, id uuid, name text, placed_by uuid)
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$ declare
    here constant uuid := current_workspace();
    found jsonb;
  begin
    perform from users u where u.workspace_id = here and u.id = person for no key update;
    if keeps_mailbox is not null then update users u set mailbox_placed = keeps_mailbox where u.workspace_id = here and u.id = person; end if;
    if keeps_phone is not null then update users u set phone_placed = keeps_phone where u.workspace_id = here and u.id = person; end if;
    select coalesce(jsonb_agg(to_jsonb(p)), '[]') into found from placed_by_lower(person, $2, $3, $4) p;
    update security_keys k set proved_at = null, proof_due = true, proof_counts_at = null
      where k.workspace_id = here and k.user_id = person and not is_worth(k.placed, $2, $3, $4);
    delete from credentials c where c.workspace_id = here and c.user_id = person
      and exists (select from jsonb_to_recordset(found) f(kind text, id uuid) where f.kind = 'passkey' and f.id = c.id);
    delete from shares s where s.workspace_id = here and s.account_id = person and not is_worth(s.placed, $2, $3, $4);
    -- While the link is unconfirmed, the provider can't sign in a user with a role that the provider did not give
    update external_links l set confirmed = false
      where l.workspace_id = here and l.user_id = person and l.confirmed and not is_worth(l.placed, $2, $3, $4);
    delete from delegations d where d.workspace_id = here and d.user_id = person and not is_worth(d.placed, $2, $3, $4);
    delete from passwords w where w.workspace_id = here and w.user_id = person and not is_worth(w.placed, $2, $3, $4);
    update users u set email = null, email_verified_at = null
      where u.workspace_id = here and u.id = person and u.email is not null and not is_worth(u.mailbox_placed, $2, $3, $4);
    update users u set phone_country = null, phone_number = null
      where u.workspace_id = here and u.id = person and u.phone_number is not null and not is_worth(u.phone_placed, $2, $3, $4);
    -- Users must repeat pending changes of email or phone, unused links, and consents to codes instead of a passkey
    delete from code_consents o where o.workspace_id = here and o.user_id = person;
    delete from contact_changes o where o.workspace_id = here and o.user_id = person;
    delete from address_changes o where o.workspace_id = here and o.user_id = person;
    update account_links l set used_at = now(), withdrawn = true
      where l.workspace_id = here and l.user_id = person and l.used_at is null and l.purpose <> 'waiting';
    update sessions s set ended_at = now(), ended_for = 'role'
      where s.workspace_id = here and s.user_id = person and s.ended_at is null;
    return query select f.* from jsonb_to_recordset(found) f(kind text, id uuid, name text, placed_by uuid);
  end $$;
alter function close_placed_by_lower owner to claviger_super;

-- Whether this session can accept a role: the operator of the installation opened it, or its last passkey is trusted
-- enough for the role and its key waits for no proof. The caller checks that the passkey was used recently.
create function may_accept(session uuid, role smallint, additional smallint[], units uuid[], at timestamptz) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select exists (select from sessions s where s.workspace_id = current_workspace() and s.id = session and s.method = 'command')
    or exists (
      select from sessions s
        join credentials c on c.workspace_id = s.workspace_id and c.id = coalesce(s.confirmed_by, s.credential_id)
        join security_keys k on k.workspace_id = c.workspace_id and k.id = c.security_key_id
      where s.workspace_id = current_workspace() and s.id = session and s.opened_by is null and c.user_id = s.user_id
        and k.status = 20 and k.blocked_at is null and (not k.proof_due or k.proof_counts_at <= at)
        and is_worth(k.placed, $2, $3, $4) and is_worth(coalesce(c.placed, k.placed), $2, $3, $4)
    )
  $$;
alter function may_accept owner to claviger_super;

-- Gives the user the pending role, with those of its units that still exist. Returns false if no role is pending.
create function take_pending_role(person uuid) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$ declare
    here constant uuid := current_workspace();
    p record;
  begin
    select * into p from pending_roles r where r.workspace_id = here and r.user_id = person for update;
    if p.user_id is null then return false; end if;
    insert into administrators as a (workspace_id, user_id, role, additional, type) values (here, person, p.role, p.additional, p.type)
      on conflict (workspace_id, user_id) do update set role = excluded.role, additional = excluded.additional, type = excluded.type;
    delete from unit_administrators u where u.workspace_id = here and u.user_id = person;
    insert into unit_administrators (workspace_id, unit_id, user_id)
      select here, o.id, person from organization_units o where o.workspace_id = here and p.type = 2 and o.id = any (p.units);
    -- Deleted last: if the user had no role yet, the delete trigger would clear proof_due of the keys (0211)
    delete from pending_roles r where r.workspace_id = here and r.user_id = person;
    return true;
  end $$;
alter function take_pending_role owner to claviger_super;

-- Records that an administrator confirms the mailbox of a user: its origin is now the administrator, unless it is the
-- user's own. Returns false if the user no longer has this email.
create function vouch_for_mailbox(person uuid, address text, voucher uuid) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$ begin
    update users u set mailbox_placed = case when u.mailbox_placed ? 'own' then u.mailbox_placed else holding_of(current_workspace(), voucher) end
      where u.workspace_id = current_workspace() and u.id = person and u.email = address and u.deleted_at is null;
    return found;
  end $$;
alter function vouch_for_mailbox owner to claviger_super;
