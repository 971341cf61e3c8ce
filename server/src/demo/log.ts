import type { ActivityAction } from '@claviger/contract/oversight/log-actions'
import { workspaceRoles } from '@claviger/contract/platform/permissions'
import type { KeptDecision } from '../features/decide/decisions/decisions.ts'
import { days, later, minutes } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { newIdAt } from '../platform/ids.ts'
import { insertMany } from './bulk.ts'
import { staffName } from './demo-area.ts'
import { historyDays, refusals } from './hospital.ts'
import type { DemoSecurityKey } from './keys/demo-keys.ts'
import type { DemoPasskey } from './keys/passkeys.ts'
import type { Random } from './random.ts'
import { type StaffMember, usesProvider } from './staff.ts'

export interface DemoLogLine {
  at: Date
  kind: 'use' | 'change'
  action: ActivityAction
  reason?: string
  by: StaffMember
  object?: { type: string; id: string; name: string }
  after?: Record<string, unknown>
  ip?: string
  decision?: KeptDecision
}

// Distribution of sign-ins per hour: shifts begin at 6, 14, and 22
const hours = [3, 2, 2, 2, 4, 9, 16, 14, 11, 9, 8, 7, 7, 9, 10, 8, 6, 5, 4, 4, 5, 7, 6, 4]
const hourOf = hours.flatMap((weight, hour) => Array.from({ length: weight }, () => hour))

/**
 * Sign-ins of the last year by the users who had joined, fewer at weekends, one in 70 refused; updates each user's last
 * sign-in.
 */
export function makeSignIns(
  staff: readonly StaffMember[],
  using: SignInMeans,
  chance: Random,
  now: Date,
): DemoLogLine[] {
  const active = staff
    .filter(one => one.fate === 'active')
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  const lines: DemoLogLine[] = []
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  for (let ago = historyDays - 1; ago >= 0; ago--) {
    const day = new Date(midnight - days(ago))
    const weekend = day.getUTCDay() === 0 || day.getUTCDay() === 6
    const joined = active.filter(one => one.createdAt < later(day, days(1)))
    const count = joined.length * ((weekend ? 0.5 : 0.95) + chance.next() * 0.15)
    for (let i = 0; i < count; i++) {
      const at = later(day, minutes(chance.pick(hourOf) * 60) + chance.below(minutes(60)))
      const line = signIn(at, chance.pick(joined), using, chance)
      if (at < now && at > line.by.createdAt) lines.push(line)
    }
  }
  for (const { at, by, reason } of lines) {
    if (reason === undefined && (by.lastSignInAt === null || at > by.lastSignInAt)) by.lastSignInAt = at
  }
  return lines
}

/** Names the key of each sign-in by passkey, and moves the last use of keys on to it. */
export function nameUsedPasskeys(lines: readonly DemoLogLine[], keys: readonly DemoPasskey[]): void {
  const byUser = Map.groupBy(keys, key => key.user)
  for (const line of lines) {
    if (line.action !== 'sign-in.passkey') continue
    const registered = byUser.get(line.by.id)?.filter(key => key.createdAt <= line.at) ?? []
    const key = registered.find(({ lastUsedAt }) => lastUsedAt !== null && lastUsedAt >= line.at) ?? registered[0]
    if (!key) continue
    line.object = { type: 'passkey', id: key.id, name: key.name }
    if (line.reason === undefined && (key.lastUsedAt === null || key.lastUsedAt < line.at)) key.lastUsedAt = line.at
  }
}

const withoutCodes = ['Administration', 'IT Service Desk']

interface SignInMeans {
  /** Badges by their user. */
  badges: ReadonlyMap<string, DemoSecurityKey>
  agency: { id: string; name: string }
}

/** With the methods that the user's authentication profile allows. */
function signIn(at: Date, by: StaffMember, { badges, agency }: SignInMeans, chance: Random): DemoLogLine {
  const failed = chance.next() < 1 / 70
  const share = chance.next()
  const use = <A extends keyof typeof refusals>(action: A) =>
    ({ at, kind: 'use', by, action, ...(failed && { reason: refusals[action] }) }) as const
  if (usesProvider(by)) return { ...use('sign-in.external'), object: { type: 'identity-provider', ...agency } }
  const badge = badges.get(by.id)
  if (badge?.lastUsedAt && badge.createdAt < at && at <= badge.lastUsedAt && share < 0.6)
    return { ...use('sign-in.card'), object: { type: 'security-key', id: badge.id, name: badge.name } }
  const isCode = share > 0.93 && !by.groups.some(group => withoutCodes.includes(group))
  return use(isCode ? 'sign-in.code' : 'sign-in.passkey')
}

export function makeChanges(
  staff: readonly StaffMember[],
  keys: readonly DemoPasskey[],
  chance: Random,
  now: Date,
): DemoLogLine[] {
  const since = later(now, -days(historyDays + 1))
  const administrators = staff.filter(one => one.role !== undefined && one.role <= 3)
  const owner = administrators.find(one => one.role === workspaceRoles.owner)
  const byId = new Map(staff.map(one => [one.id, one]))
  const user = (one: StaffMember) => ({ type: 'user', id: one.id, name: staffName(one) })
  const change = (
    at: Date,
    action: ActivityAction,
    by: StaffMember,
    object: DemoLogLine['object'],
    after?: DemoLogLine['after'],
  ): DemoLogLine => ({
    at,
    kind: 'change',
    action,
    by,
    ...(object && { object }),
    ...(after && { after }),
  })
  const joined = staff
    .filter(one => one.createdAt > since)
    .flatMap(one => {
      const by = one.role === undefined ? chance.pick(administrators) : (owner ?? one)
      const created = change(one.createdAt, 'user.created', by, user(one), {
        userId: one.userId,
        employeeId: one.employeeId,
      })
      const invitedAt = later(one.createdAt, minutes(2))
      return one.fate === 'new' || invitedAt > now
        ? [created]
        : [created, change(invitedAt, 'user.invited', by, user(one))]
    })
  const added = keys
    .filter(key => key.createdAt > since)
    .flatMap(key => {
      const by = byId.get(key.user)
      return by ? [change(key.createdAt, 'passkey.added', by, { type: 'passkey', id: key.id, name: key.name })] : []
    })
  const edited = Array.from({ length: 300 }, () => {
    const one = chance.pick(staff)
    const at = later(one.createdAt, chance.below(now.getTime() - one.createdAt.getTime() + 1))
    return change(at, 'user.updated', chance.pick(administrators), user(one), { employeeId: one.employeeId })
  })
  return [...joined, ...added, ...edited]
}

const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
]

const columns = {
  workspace_id: 'uuid',
  id: 'uuid',
  at: 'timestamptz',
  kind: 'text',
  action: 'text',
  status: 'smallint',
  reason: 'text',
  actor_id: 'uuid',
  actor_name: 'text',
  object_type: 'text',
  object_id: 'text',
  object_name: 'text',
  after: 'jsonb',
  ip: 'text',
  user_agent: 'text',
  decision: 'jsonb',
}

export async function insertLog(
  db: Db,
  workspace: string,
  lines: readonly (Omit<DemoLogLine, 'by'> & { by: Pick<StaffMember, 'id' | 'first' | 'last'> })[],
  chance: Random,
): Promise<void> {
  const inOrder = lines.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const rows = inOrder.map(line => [
    workspace,
    newIdAt(line.at),
    line.at,
    line.kind,
    line.action,
    line.reason === undefined ? 1 : 2,
    line.reason,
    line.by.id,
    staffName(line.by),
    line.object?.type,
    line.object?.id,
    line.object?.name,
    line.after && JSON.stringify(line.after),
    line.ip ?? `10.20.${1 + chance.below(12)}.${1 + chance.below(250)}`,
    chance.pick(browsers),
    line.decision && JSON.stringify(line.decision),
  ])
  await insertMany(db, 'activities', columns, rows)
}
