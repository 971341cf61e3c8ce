import pg from 'pg'
import { vi } from 'vitest'
import type { OpenAppContext } from '../../src/open-app-context.ts'

interface Scan {
  how: string
  table: string
  rows: number
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

const scansOf = (node: Node): Scan[] => [
  ...(node['Relation Name'] === undefined
    ? []
    : [
        {
          how: node['Node Type'],
          // Log partitions are reported as the log
          table: node['Relation Name'].replace(/^activities_(rest|\d{4}_\d\d)$/, 'activities'),
          rows:
            node['Actual Loops'] *
            (node['Actual Rows'] +
              (node['Rows Removed by Filter'] ?? 0) +
              (node['Rows Removed by Index Recheck'] ?? 0)),
        },
      ]),
  ...(node.Plans ?? []).flatMap(scansOf),
]

/** Only the owner of the tables can analyze them. */
export async function asOwner(world: OpenAppContext, ...statements: string[]): Promise<void> {
  const client = new pg.Client(world.config.databaseUrl)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * Vacuums tables until all pages are marked as all-visible: only then are index-only scans possible. Any
 * concurrent transaction, even maintenance, delays it.
 */
export async function vacuumTables(world: OpenAppContext, ...tables: string[]): Promise<void> {
  const unseen = `select relname from pg_class
    where oid = any ($1::regclass[]) and relallvisible < relpages * 0.99`
  await vi.waitFor(
    async () => {
      await asOwner(world, `vacuum (analyze) ${tables.join(', ')}`)
      const { rows } = await world.superPool.query<{ relname: string }>(unseen, [tables])
      if (rows.length > 0) throw new Error(`not seen by everybody: ${rows.map(row => row.relname).join(', ')}`)
    },
    { timeout: 60_000, interval: 250 },
  )
}

/** Measures letter frequencies, as the first search of a large list does in the background. */
export async function analyzeTables(world: OpenAppContext, workspace: string, ...lists: string[]): Promise<void> {
  for (const list of lists) await world.pool.query('select learn_shares($1, $2)', [workspace, list])
}

const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_level': 'notice',
  'auto_explain.log_format': 'json',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
}

/**
 * Logs the plans of a workspace's sessions. Returns a function that reports how the statements of some work,
 * including those in database functions, read their rows.
 */
export async function watchPlans(world: OpenAppContext): Promise<(work: () => Promise<unknown>) => Promise<Scan[]>> {
  const database = new URL(world.config.databaseUrl ?? '').pathname.slice(1)
  let scans: Scan[] = []
  for (const pool of [world.readPool, world.pool, world.superPool])
    pool.on('connect', session => {
      session.on('notice', ({ message = '' }) => {
        if (message.includes('plan:'))
          scans.push(...scansOf((JSON.parse(message.slice(message.indexOf('{'))) as { Plan: Node }).Plan))
      })
    })
  await asOwner(
    world,
    ...Object.entries(settings).map(([name, value]) => `alter database ${database} set ${name} = '${value}'`),
    // Open sessions don't see the new setting
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name in ('claviger app', 'claviger read', 'claviger super')`,
  )
  return async work => {
    scans = []
    await work()
    return scans
  }
}
