-- room: access/guesses
-- When somebody guessed at what guards a mailbox, a card or a remembered browser, or from one network, within the last
-- day. Whom it is about stands there as a keyed hash: nobody can read out of it who has an account. It belongs to no
-- sign-in, so that ending one, another process or another hour forgets nothing.
create table guesses (
  about bytea primary key check (length(about) = 32),
  tried timestamptz[] not null check (cardinality(tried) <= 2000),  -- the oldest first
  judged timestamptz[] not null default '{}' check (cardinality(judged) <= 2000),  -- which of them are at this moment
  ends_at timestamptz not null                                      -- from then on none of it counts
);
create index guesses_end on guesses (ends_at);

-- Takes one of the guesses that are left, before it is judged; answers 0, or how many seconds to wait for the next. Any
-- hour and any day has so many at most, wherever it begins. From the guess `free` on each waits twice as long as the one
-- before it, from `first_wait` to `last_wait`. Whoever takes of the same at the same time waits for this transaction.
-- Who `queues` will say what became of the guess; as long as one of those is being judged, and for ten seconds at most,
-- the answer to others who queue is less than 0: there may be a guess left in a moment.
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
