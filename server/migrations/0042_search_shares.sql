-- room: ground (spans rooms)
-- How large a share of the users, keys, and devices of a workspace contains a sequence of three letters (or the first
-- letter of a word). A search reads it to estimate whether it will match many rows, and chooses its plan. The server
-- samples the rows in the background at the first search of a workspace with many rows, and again when the number of
-- rows has doubled or halved, or after a week. Without these statistics a search is only slower, never wrong.
create table search_shares (
  workspace_id uuid not null references workspaces on delete cascade,
  of text not null check (of in ('users', 'security_keys', 'devices')),
  rows bigint not null,  -- number of rows when the server sampled them
  -- Share of the rows by letters; letters that are rare in the sample are missing. Each search reads this value, so it
  -- is stored uncompressed.
  shares jsonb not null,
  learned_at timestamptz not null default now(),
  primary key (workspace_id, of)
);
alter table search_shares alter column shares set storage external;
call guard_tenant('search_shares');

-- The largest share of rows that can contain a text, judged by its rarest letters: 0 if the sample hardly contains
-- them, 1 if the text is too short to have any, null if there are no current statistics.
create function share_of(here uuid, list text, everything bigint, letters jsonb) returns real
  language sql stable set search_path = public, pg_temp as $$
    select coalesce((select min(coalesce((s.shares ->> l)::real, 0)) from jsonb_array_elements_text(letters) l), 1)
    from search_shares s
    where s.workspace_id = here and s.of = list
      and s.rows between everything / 2 and everything * 2 and s.learned_at > now() - interval '7 days' $$;

-- Samples about 2,000 rows at regular distances. An advisory lock lets one transaction do it at a time; others return.
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
