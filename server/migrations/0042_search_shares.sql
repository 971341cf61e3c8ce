-- room: ground (spans rooms)
-- In how many of the texts of users, keys and devices three letters stand, so that a search knows before it looks
-- whether it will meet many. It is learned beside the first search of a workspace that has more rows than are soon
-- looked at, and again when it has grown or a week has passed; nothing is wrong without it, only slower.
create table search_shares (
  workspace_id uuid not null references workspaces on delete cascade,
  of text not null check (of in ('users', 'security_keys', 'devices')),
  rows bigint not null,  -- so many there were
  -- Of the rows that have the letters, where they are not few; read at each search, so it is kept without being packed
  shares jsonb not null,
  learned_at timestamptz not null default now(),
  primary key (workspace_id, of)
);
alter table search_shares alter column shares set storage external;
call guard_tenant('search_shares');

-- The share of rows that a text may be found in at most, by its rarest letters, all where they are too few to tell; null where that is not known.
create function share_of(here uuid, list text, everything bigint, letters jsonb) returns real
  language sql stable set search_path = public, pg_temp as $$
    select coalesce((select min(coalesce((s.shares ->> l)::real, 0)) from jsonb_array_elements_text(letters) l), 1)
    from search_shares s
    where s.workspace_id = here and s.of = list
      and s.rows between everything / 2 and everything * 2 and s.learned_at > now() - interval '7 days' $$;

-- Learns the shares from some 2,000 rows that lie evenly among all. One session at a time does it.
create function learn_shares(here uuid, list text) returns void
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off set max_parallel_workers_per_gather = 0
  as $$ declare
    everything constant bigint := coalesce(case list
      when 'users' then (select sum(c.users) from head_counts c where c.workspace_id = here and c.of = here)
      when 'security_keys' then (select sum(c.keys) from key_counts c where c.workspace_id = here)
      when 'devices' then (select sum(c.devices) from device_counts c where c.workspace_id = here) end, 0);
    looked_at constant bigint := least(everything, 2000);
  begin
    if list not in ('users', 'security_keys', 'devices') then raise exception 'no list of %', list; end if;
    if everything = 0 or not pg_try_advisory_xact_lock(hashtextextended(here || list, 7218)) then return; end if;
    execute format($query$
      insert into search_shares (workspace_id, of, rows, shares)
        select %1$L, %2$L, %3$s, coalesce(jsonb_object_agg(letters, round(number / %4$s.0, 4)), '{}') from (
          select letters, count(*) as number from (
            select distinct n, letters from (
              select n, (select %5$s from %2$I t where t.workspace_id = %1$L and t.id = ordered.id) as text
              from (select id, row_number() over (order by id) as n from %2$I where workspace_id = %1$L) ordered
              where n %% %6$s = 0 limit %4$s
            ) picked cross join lateral (
              select substr(text, at, size) as letters from generate_series(1, length(text)) at, generate_series(2, 3) size
              where size = 3 or substr(text, at, 1) = ' '
            ) each
          ) once group by letters having count(*) >= 4 order by count(*) desc limit 20000
        ) counted
      on conflict (workspace_id, of) do update set rows = excluded.rows, shares = excluded.shares, learned_at = now()
    $query$, here, list, everything, looked_at, case list when 'security_keys' then 'sort_name' else 'search' end, everything / looked_at);
  end $$;
alter function learn_shares owner to claviger_super;
