// Checks whether a statement restricts every tenant table to a workspace. Uses PostgreSQL's plan without
// row-level security and values, which shows how PostgreSQL understood the statement, however it is written.
import pg from 'pg'
import type { AppContext } from '../../src/platform/app-context.ts'

interface Node {
  'Node Type': string
  Operation?: string
  Schema?: string
  'Relation Name'?: string
  Alias?: string
  Plans?: Node[]
  [more: string]: unknown
}

const conditions = ['Index Cond', 'Recheck Cond', 'Filter', 'Join Filter', 'Hash Cond', 'Merge Cond', 'TID Cond']

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Splits a text at a word outside of brackets and quotes. */
function cut(text: string, word: string): string[] {
  const parts: string[] = []
  let [depth, from, quoted] = [0, 0, false]
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "'") quoted = !quoted
    if (quoted) continue
    if (text[at] === '(') depth++
    else if (text[at] === ')') depth--
    else if (depth === 0 && text.startsWith(word, at)) {
      parts.push(text.slice(from, at))
      from = at + word.length
    }
  }
  return [...parts, text.slice(from)].map(part => part.trim())
}

function bare(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text
  const inner = text.slice(1, -1)
  for (let [at, depth] = [0, 0]; at < inner.length; at++) {
    if (inner[at] === '(') depth++
    if (inner[at] === ')' && --depth < 0) return text
  }
  return bare(inner.trim())
}

function conjunctsOf(condition: string): string[] {
  const text = bare(condition.trim())
  const parts = cut(text, ' AND ')
  return parts.length === 1 ? [text] : parts.flatMap(conjunctsOf)
}

/** Tables that a plan reads without an outer restriction to a workspace. */
export function straysIn(plan: object, tenants: ReadonlyMap<string, string>): string[] {
  const nodes = nodesOf(plan as Node)
  const columns = new Map<string, string>()
  for (const node of nodes) {
    const column = node.Schema === 'public' ? tenants.get(node['Relation Name'] ?? '') : undefined
    if (column === undefined || node.Operation === 'Insert') continue
    columns.set(`${node.Alias}.${column}`, `${node['Relation Name']} ${node.Alias}`)
  }
  const anchored = new Set<string>()
  const bonds: [string, string][] = []
  for (const node of nodes)
    for (const name of conditions) {
      if (typeof node[name] !== 'string') continue
      for (const conjunct of conjunctsOf(node[name])) {
        if (cut(conjunct, ' OR ').length > 1) continue
        const sides = cut(conjunct, ' = ').map(bare)
        if (sides.length !== 2 || sides.some(side => side.startsWith('ANY '))) continue
        const [one = '', other = ''] = sides
        if (columns.has(one) && columns.has(other)) bonds.push([one, other])
        else if (columns.has(one)) anchored.add(one)
        else if (columns.has(other)) anchored.add(other)
      }
    }
  for (let before = -1; before < anchored.size;) {
    before = anchored.size
    for (const pair of bonds) if (pair.some(one => anchored.has(one))) for (const one of pair) anchored.add(one)
  }
  return [...columns].filter(([column]) => !anchored.has(column)).map(([, table]) => table)
}

export type Statements = Map<string, string>

const ours = /server\/src\/([\w/.-]+\.ts)/g
// Generic files that send statements written elsewhere
const carries =
  /^(platform\/db\/(db|transaction|pipeline|exclusive-work|parts|pool\/[\w-]+)\.ts|http\/(calls|bind)\.ts)/

/** Records each statement sent by the pools of one workspace, with the file that wrote it. */
export function keepStatements(world: AppContext): Statements {
  const texts: Statements = new Map()
  for (const pool of [world.pool, world.readPool])
    pool.on('connect', client => {
      const query = (...args: unknown[]): unknown => {
        const [asked] = args as [pg.QueryConfig | string]
        const text = typeof asked === 'string' ? asked : asked.text
        if (text !== undefined && !texts.has(text) && looks.test(text)) {
          const file = whereNow()
          if (file !== undefined) texts.set(text, file)
        }
        return Reflect.apply(Reflect.get(pg.Client.prototype, 'query') as () => unknown, client, args)
      }
      Object.assign(client, { query })
    })
  return texts
}

function whereNow(): string | undefined {
  const before = Error.stackTraceLimit
  Error.stackTraceLimit = 60
  const stack = new Error().stack ?? ''
  Error.stackTraceLimit = before
  const files = [...stack.matchAll(ours)].map(match => match[1] ?? '').filter(file => !carries.test(file))
  if (files[0]?.endsWith('.test.ts')) return undefined
  return files.find(file => file.endsWith('.store.ts')) ?? files[0]
}

const judged = new Set<string>()
const looks = /^\s*(\/\*.*?\*\/\s*)?(with|select|insert|update|delete|merge)\b/is

/** Statements not yet checked in this process that omit the workspace, and for which table. */
export async function straysOf(url: string, texts: Statements): Promise<string[]> {
  const fresh = new Map([...texts].filter(([text]) => !judged.has(text)))
  for (const text of fresh.keys()) judged.add(text)
  return judge(url, fresh, (plan, tenants) => {
    const strays = straysIn(plan, tenants)
    return strays.length > 0 && `${strays.join(', ')} without its workspace`
  })
}

export function mixedIn(plan: object, tenants: ReadonlyMap<string, string>): string[] {
  const tables = nodesOf(plan as Node).flatMap(({ Schema, 'Relation Name': name }) =>
    Schema === 'public' && name !== undefined ? [name] : [],
  )
  const others = tables.filter(name => !tenants.has(name))
  return others.length < tables.length ? [...new Set(others)] : []
}

export const mixturesOf = (url: string, texts: Statements): Promise<string[]> =>
  judge(url, texts, (plan, tenants) => {
    const mixed = mixedIn(plan, tenants)
    return mixed.length > 0 && mixed.join(', ')
  })

async function judge(
  url: string,
  texts: Statements,
  against: (plan: object, tenants: ReadonlyMap<string, string>) => string | false,
): Promise<string[]> {
  if (texts.size === 0) return []
  const client = new pg.Client(url)
  await client.connect()
  try {
    const nobody = '00000000-0000-0000-0000-000000000000'
    // Policies refer to these settings during planning
    await client.query(`set app.workspace = '${nobody}'; set app.administrator = '${nobody}'`)
    const tenants = await tenantsOf(client)
    const found: string[] = []
    for (const [text, file] of texts) {
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: object }[] }>(
        `explain (generic_plan, verbose, costs off, format json) ${text}`,
      )
      const fault = against(rows[0]?.['QUERY PLAN'][0]?.Plan ?? {}, tenants)
      if (fault !== false) found.push(`${file}: ${fault} in: ${text.trim()}`)
    }
    return found
  } finally {
    await client.end()
  }
}

/** The workspace column of each table with row-level security, and of its partitions. */
async function tenantsOf(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ table: string }>(
    `select relname as table from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attname = 'workspace_id'
       and (relrowsecurity or relispartition)`,
  )
  return new Map([...rows.map(({ table }): [string, string] => [table, 'workspace_id']), ['workspaces', 'id']])
}
