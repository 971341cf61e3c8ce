import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { AuditProbe, AppContext } from '../../src/platform/app-context.ts'

// Derived data, or data that is useful only once
const bookkeeping = [
  'installation_secrets',
  'outbox_mails',
  'spent_challenges',
  'spent_proofs',
  'rate_limits',
  'guesses',
  'refusals',
  'head_counts',
  'key_counts',
  'device_counts',
  'search_shares',
  'application_attempts',
  'application_days',
  'application_people',
  'application_uses',
  'session_cache',
  'activity_links',
  'activity_names',
  'activity_chains',
  'activity_seals',
  'activity_linking',
  'log_register',
  'log_register_chains',
  'log_register_head',
]

// Intermediate steps without effect of their own, which expire soon; their results are checked
const steps = [
  'tap_sessions',
  'self_service_visits',
  'self_service_tries',
  'self_service_counts',
  'email_sign_ins',
  'registrations',
  'sign_in_approvals',
  'contact_changes',
  'address_changes',
  'fingerprint_enrolments',
  'group_rule_changes',
  'import_mappings',
  'works',
  'work_rows',
]

/**
 * Records which tables each session writes, by any statement, function, trigger, or cascade. Rollbacks are
 * excluded.
 */
export const noteWrites = `
  create function note_write() returns trigger language plpgsql as $$
  begin
    if position(' ' || tg_argv[0] || ' ' in coalesce(current_setting('witness.wrote', true), '')) = 0 then
      perform set_config('witness.wrote', coalesce(current_setting('witness.wrote', true), '') || ' ' || tg_argv[0] || ' ', false);
    end if;
    return null;
  end $$;
  do $$
  declare name text;
  begin
    for name in select relname from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      and relname <> all (array[${[...bookkeeping, ...steps].map(name => `'${name}'`).join(', ')}])
    loop
      execute format('create trigger note_write after insert or update or delete on %I for each row execute function note_write(%L)', name, name);
    end loop;
  end $$`

const look = `select current_setting('witness.wrote', true) as wrote, set_config('witness.wrote', '', false)`

interface Seen {
  wrote: Set<string>
  looking: Promise<void>[]
}

function note(client: pg.PoolClient, seen: Seen | undefined): void {
  seen?.looking.push(tablesWritten(client, seen))
  if (!seen) void tablesWritten(client)
}

/** Tables written by a session since the last call; nothing from a session that is closing. */
async function tablesWritten(client: pg.PoolClient, seen?: Seen): Promise<void> {
  try {
    const { rows } = await client.query<{ wrote: string | null }>(look)
    for (const name of rows[0]?.wrote?.split(' ') ?? []) if (name) seen?.wrote.add(name)
  } catch {
    return
  }
}

/**
 * Checks every call and job: one that succeeded and changed something without a log line is added to `silent`.
 */
export function watch(world: AppContext, silent: string[]): AuditProbe {
  const acts = new AsyncLocalStorage<Seen>()
  for (const pool of [world.pool, world.superPool])
    pool.on('release', (error, client: pg.PoolClient) => {
      if (!error) note(client, acts.getStore())
    })
  keepContext(world.superPool)
  return async (act, work) => {
    const seen: Seen = { wrote: new Set(), looking: [] }
    const result = await acts.run(seen, work)
    await Promise.all(seen.looking)
    const excused = typeof act.silent === 'string' ? seen.wrote : new Set(act.silent?.tables)
    if (seen.wrote.has('activities') || [...seen.wrote].every(name => excused.has(name))) return result
    const fault = `${act.name} changed ${[...seen.wrote].join(', ')} and left no line in the activity log`
    silent.push(fault)
    process.stderr.write(`${fault}\n`)
    throw new Error(fault)
  }
}

/**
 * pg's pool.query loses the async context. Statements sent that way through the other pool don't belong to an
 * act.
 */
function keepContext(pool: pg.Pool): void {
  const query = async (text: string, values?: unknown[]) => {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      return await client.query(text, values)
    } catch (error) {
      broken = error as Error
      throw error
    } finally {
      client.release(broken)
    }
  }
  Object.assign(pool, { query })
}
