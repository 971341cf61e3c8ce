import { createHash } from 'node:crypto'
import { makeCrowds } from '../../crowd.ts'
import { timeCalls } from '../../load.ts'
import { plans, withoutIndex } from '../../plans.ts'
import { atMost, type Row } from '../../report.ts'
import type { Stage } from '../../stage.ts'
import { makeTenant, type Tenant } from '../../tenant.ts'

const sizes = [
  { slug: 'hundred', name: '100,000', users: 100_000, bound: 25, deep: 1000 },
  { slug: 'million', name: '1,000,000', users: 1_000_000, bound: 60, deep: 1000 },
  { slug: 'clinic-0', name: '1,000 of 1,000,000', users: 1000, bound: 60, deep: 20 },
]

const asksOf = (slug: string, deep: number) => {
  const [large, group, unit] = ['group', 'group', 'unit'].map((kind, n) => madeId(`${kind}${slug}${n + 1}`))
  return [
    ...['name', 'userId', 'status', 'lastSignIn'].flatMap(sort => [
      [`by ${sort}`, `sort=${sort}`],
      [`by ${sort}, page ${deep}`, `sort=${sort}&page=${deep}`],
    ]),
    ['search, few hits', 'search=zyxwell'],
    ['search, many hits', 'search=anna'],
    ['search, no hits', 'search=qqqqq'],
    ['search, two letters', 'search=zy'],
    ['search in a group', `search=vik&group=${group}`],
    ['a quarter in a group', `group=${large}`],
    ['status, unit and group', `status=20&unit=${unit}&group=${group}`],
    ['status, unit and group, by last sign-in', `status=20&unit=${unit}&group=${group}&sort=lastSignIn&order=desc`],
  ] as const
}

const madeId = (text: string) =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-')

/** Pages of 50 of the user list with totals, in three sizes of workspace in a database of 2.1 million users. */
export async function crowds(stage: Stage): Promise<Row[]> {
  const tenants: [(typeof sizes)[number], Tenant][] = []
  for (const size of sizes) tenants.push([size, await makeTenant(stage, size.slug)])
  const begun = performance.now()
  await makeCrowds(stage.databaseUrl, sizes, { slug: 'clinic', users: 1000, workspaces: 999 })
  process.stdout.write(`  2.1 million users made in ${Math.round((performance.now() - begun) / 1000)} s\n`)
  const rows: Row[] = []
  const blind: string[] = []
  for (const [size, { ask }] of tenants)
    for (const [what, query] of asksOf(size.slug, size.deep)) {
      const call = async () => void (await ask('GET', `/administrator/tokens/v2?pageSize=50&${query}`))
      await timeCalls(20, call)
      rows.push(atMost('crowds', `${size.name}: ${what}, p99`, (await timeCalls(200, call)).p99, 'ms', size.bound))
      if ((await plans(stage, call)).includes(withoutIndex)) blind.push(`  ${size.name}: ${what}`)
    }
  rows.push({
    ...atMost('crowds', 'lists that read a large table from end to end', blind.length, '', 0),
    note: blind.join('\n'),
  })
  return rows
}
