-- room: access/guesses
-- Guess counters: when codes, PINs, or passwords were tried in the last day, per target (a mailbox, a card, a known
-- browser) or per network. The target is a keyed hash, so that the table doesn't reveal who has an account. Counters
-- are independent of sign-ins, so that a new sign-in, another process, or a new hour doesn't reset them.
create table guesses (
  about bytea primary key check (length(about) = 32),
  tried timestamptz[] not null check (cardinality(tried) <= 2000),  -- oldest first
  -- Guesses that are being checked at the moment
  judged timestamptz[] not null default '{}' check (cardinality(judged) <= 2000),
  -- When the last guess stops counting; cleanup deletes the row
  ends_at timestamptz not null
);
create index guesses_end on guesses (ends_at);

-- Reserves a guess before it is checked. Returns 0, or the seconds to wait if no guess is left. The limits per hour and
-- per day are sliding windows. After `free` guesses, the wait before each further guess doubles, from `first_wait` to
-- `last_wait`. The upsert locks the row, so concurrent calls for the same target run one after the other. A caller with
-- `queues` reports the result of its guess. While such a guess is being checked (for ten seconds at most), the function
-- returns the wait as a negative number to other callers with `queues`: a guess may become free soon.
create function take_guess(subject bytea, at_time timestamptz, hourly integer, daily integer, free integer,
    first_wait interval, last_wait interval, queues boolean) returns integer
  language plpgsql as $$
  declare
    lately timestamptz[];
    under_way timestamptz[];
    n integer;
    again timestamptz := at_time;
  begin
    insert into guesses as g (about, tried, ends_at) values (subject, '{}', at_time + interval '1 day')
      on conflict (about) do update set ends_at = g.ends_at
      returning array(select t from unnest(g.tried) t where t > at_time - interval '1 day' order by t),
        array(select t from unnest(g.judged) t where t > at_time - interval '10 seconds')
      into lately, under_way;
    n := cardinality(lately);
    if n >= daily then again := lately[n - daily + 1] + interval '1 day'; end if;
    if n >= hourly then again := greatest(again, lately[n - hourly + 1] + interval '1 hour'); end if;
    if n >= free then again := greatest(again, lately[n] + least(last_wait, first_wait * 2 ^ least(n - free, 20))); end if;
    if again > at_time then
      return ceil(extract(epoch from again - at_time)) * case when queues and cardinality(under_way) > 0 then -1 else 1 end;
    end if;
    update guesses g set tried = lately || at_time, ends_at = at_time + interval '1 day',
      judged = case when queues then under_way || at_time else under_way end where g.about = subject;
    return 0;
  end $$;
