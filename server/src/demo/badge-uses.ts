import { entryPoints } from '@claviger/contract/decide/entry-points'
import type { Facts } from '@claviger/contract/decide/decisions'
import { keyKinds, keyStatus } from '@claviger/contract/keys/security-keys'
import { keptDecisionOf, methodOfKey } from '../features/decide/decisions/decisions.ts'
import { contentInForce } from '../features/decide/evaluator/evaluator.in-force.ts'
import { compile, type CompiledPolicySet, decide } from '../features/decide/evaluator/evaluator.ts'
import { days, later } from '../platform/clock.ts'
import type { TransactionContext } from '../platform/app-context.ts'
import { insertMany } from './bulk.ts'
import type { DemoSecurityKey } from './keys/demo-keys.ts'
import type { DemoLogLine } from './log.ts'
import type { Random } from './random.ts'
import type { StaffMember } from './staff.ts'

const sites = [
  ...Array.from({ length: 9 }, () => 'records.northgate.example'),
  ...Array.from({ length: 4 }, () => 'pacs.northgate.example'),
  ...Array.from({ length: 3 }, () => 'office.example'),
  'cabinets.northgate.example',
  'payroll.example',
]
const usesOfEach = 4
const since = days(28)

interface Place {
  id: string
  groups: string[]
}

/** Uses of access cards at the wards' computers within the last month, with policy decisions; some were refused. */
export async function makeBadgeUses(
  ctx: TransactionContext,
  staff: readonly StaffMember[],
  cards: readonly DemoSecurityKey[],
  chance: Random,
): Promise<DemoLogLine[]> {
  const set = compile(await contentInForce(ctx))
  const groups = new Map(
    (await ctx.db.selectFrom('groups').select(['id', 'name']).execute()).map(({ id, name }) => [name, id]),
  )
  const computers = await computersHere(ctx)
  const byId = new Map(staff.map(one => [one.id, one]))
  const badges = cards.filter(
    one => one.kind === keyKinds.accessCard && (one.status ?? keyStatus.active) === keyStatus.active && !one.blockedAt,
  )
  return badges.flatMap(key => {
    const by = byId.get(key.user)
    const last = key.lastUsedAt
    if (!by || !last) return []
    const member = ['Everyone', ...by.groups].flatMap(name => groups.get(name) ?? [])
    const reach = Math.min(since, last.getTime() - key.createdAt.getTime())
    return Array.from({ length: usesOfEach }, (_, count) => {
      const place = chance.pick(computers)
      const at = later(last, count === 0 ? 0 : -chance.below(reach + 1))
      const ip = `10.20.${1 + chance.below(12)}.${1 + chance.below(250)}`
      return lineOf(set, by, key, {
        ...nothing,
        ...placed(place),
        groups: member,
        at: at.toISOString(),
        ip,
        rp: chance.pick(sites),
        verified: chance.next() < 0.97,
      })
    })
  })
}

const nothing = {
  entry: 'site',
  absent: entryPoints.site.absent,
  units: [] as string[],
  model: null,
  app: null,
  country: null,
  position: null,
  signedInAt: null,
} as const
const placed = ({ id, groups }: Place) => ({ device: id, deviceGroups: groups })

type Asked = Omit<Facts, 'user' | 'account' | 'key' | 'keyKind' | 'way'>

function lineOf(set: CompiledPolicySet, by: StaffMember, key: DemoSecurityKey, asked: Asked): DemoLogLine {
  const facts: Facts = {
    ...asked,
    user: by.id,
    account: by.id,
    key: key.id,
    keyKind: key.kind,
    way: methodOfKey({ keyKind: key.kind, verified: asked.verified }),
  }
  const verdict = decide(set, facts)
  const { allowed, unmet } = verdict
  const asksForMore = unmet.length > 0
  return {
    at: new Date(asked.at),
    kind: 'use',
    action: allowed ? 'security-key.signed-in' : 'security-key.refused',
    ...(!allowed && {
      reason: asksForMore ? 'An access policy has additional requirements' : 'An access policy refused the request',
    }),
    by,
    object: { type: 'security-key', id: key.id, name: key.name },
    after: { site: asked.rp },
    ip: asked.ip ?? '',
    decision: keptDecisionOf({ verdict, facts, exempt: false }),
  }
}

/** Stores how often report-only policies would have refused these uses. */
export async function insertReports(
  ctx: TransactionContext,
  workspace: string,
  lines: readonly DemoLogLine[],
): Promise<void> {
  const would = lines.flatMap(({ at, decision }) =>
    (decision?.would ?? []).map(policy => `${policy} ${at.toISOString().slice(0, 10)}`),
  )
  const rows = [...Map.groupBy(would, one => one)].map(([one, all]) => [workspace, ...one.split(' '), all.length])
  const columns = { workspace_id: 'uuid', policy_id: 'uuid', day: 'date', refusals: 'bigint' }
  await insertMany(ctx.db, 'policy_reports', columns, rows)
}

async function computersHere(ctx: TransactionContext): Promise<Place[]> {
  const rows = await ctx.db
    .selectFrom('devices')
    .innerJoin('device_group_members as m', join =>
      join.onRef('m.workspace_id', '=', 'devices.workspace_id').onRef('m.device_id', '=', 'devices.id'),
    )
    .select(['devices.id', 'm.group_id'])
    .orderBy('devices.name')
    .execute()
  return [...Map.groupBy(rows, row => row.id)].map(([id, all]) => ({ id, groups: all.map(row => row.group_id) }))
}
