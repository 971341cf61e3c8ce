import { userSources } from '@claviger/contract/people/users'
import type { AppliedReason } from '@claviger/contract/directories/links'
import type { TransactionContext } from '#platform/app-context.ts'
import { domainOf, ownDomains } from '#features/tenancy/trust-domains/trust-domains.ts'
import { peopleToFollow } from '#features/people/users/users.directory.ts'
import { usersNamed } from '#features/people/users/users.many.ts'
import type { UserRow } from '#features/people/users/users.ts'
import type { ConnectedDirectory } from '../connections/connections.ts'
import { matchConflictsOf, type NewMatchConflict } from './match-conflicts.store.ts'
import type { FilledFields } from './filled-fields.ts'
import { linksOfLocals } from './links.store.ts'
import { linksToLdap } from './precedence/precedence.store.ts'
import { ofRankAmong } from './link-context.ts'
import type { DirectoryPerson } from './shapes.ts'

export interface UnmatchedPerson {
  person: DirectoryPerson
  filled: FilledFields
}

export type SharedField = 'user_id' | 'email' | 'employee_id'
export const sharedReasons = {
  user_id: 'user-id-shared',
  email: 'email-shared',
  employee_id: 'employee-id-shared',
} as const satisfies Record<SharedField, AppliedReason>

const fieldsShared: Partial<Record<NewMatchConflict['because'], SharedField>> = {
  'user-id': 'user_id',
  email: 'email',
  'employee-id': 'employee_id',
}

export type MatchResult =
  | {
      is: 'new'
      /** External ID of the user who left this directory and had the same User ID. */
      former: string | undefined
      /** Fields that belong to another user of this directory. */
      without: readonly SharedField[]
    }
  | { is: 'same'; row: UserRow }
  | { is: 'clash'; clash: NewMatchConflict }
  | { is: 'barred'; reason: AppliedReason }

/**
 * Matches new directory users to existing ones. Links automatically only for the same email in a verified domain,
 * with no other candidate, a local user, and no role; otherwise the directory's author could take over any account.
 * A user of another directory is linked if an owner approved that this directory joins users, and has no role.
 */
export async function matchNewUsers(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  all: readonly UnmatchedPerson[],
): Promise<Map<string, MatchResult>> {
  if (all.length === 0) return new Map()
  const there = await usersNamed(ctx.db, {
    userIds: all.flatMap(({ filled }) => filled.columns.user_id ?? []),
    emails: all.flatMap(({ filled }) => filled.columns.email ?? []),
    employeeIds: all.flatMap(({ filled }) => filled.columns.employee_id ?? []),
  })
  const sameUsers = await sameAsOf(
    ctx,
    all.map(({ person }) => person),
  )
  if (there.length === 0 && sameUsers.size === 0)
    return apartWithin(
      all,
      all.map(({ person }) => [person.anchor, { is: 'new', former: undefined, without: [] }]),
    )
  const ids = [...new Set([...there, ...sameUsers.values()].map(row => row.id))]
  const links = Map.groupBy(await linksOfLocals(ctx.db, 'user', ids), link => link.local_id)
  const ownLink = (row: UserRow) => links.get(row.id)?.find(link => link.connection_id === connection.id)
  const isOwn = (row: UserRow) => ownLink(row) !== undefined
  const ofRank = await ofRankAmong(ctx, ids)
  const own = await ownDomains(ctx)
  const isFormer = (row: UserRow) =>
    isOwn(row) && ownLink(row)?.left_at !== null && connection.leaving !== 'mark' && !ofRank.has(row.id)
  const by = indexOf(there)
  const found = all.map(({ person, filled }): [string, MatchResult] => {
    const { user_id: userId, email, employee_id: number } = filled.columns
    const alike = Object.entries({
      'immutable-id': sameUsers.get(person.anchor),
      'user-id': userId === undefined ? undefined : by.userId.get(userId.toLowerCase()),
      email: email ? by.email.get(email) : undefined,
      'employee-id': number ? by.number.get(number.toLowerCase()) : undefined,
    }).filter(([, row]) => row !== undefined) as [NewMatchConflict['because'], UserRow][]
    const former = alike.find(([because, row]) => because === 'user-id' && isFormer(row))?.[1]
    const live = alike.filter(([, row]) => row !== former)
    const [first] = live
    // Two entries of one directory are two users, who may share a mailbox or have the same name
    if (!first || live.every(([because, row]) => because !== 'immutable-id' && isOwn(row)))
      return [
        person.anchor,
        {
          is: 'new',
          former: former && ownLink(former)?.anchor,
          without: live.flatMap(([because]) => fieldsShared[because] ?? []),
        },
      ]
    const rows = new Map(live.map(([, row]) => [row.id, row]))
    if ([...rows.values()].some(isOwn)) return [person.anchor, { is: 'barred', reason: 'taken' }]
    const [candidate] = rows.values()
    const isElsewhere = candidate !== undefined && links.has(candidate.id)
    if (isElsewhere && rows.size === 1 && connection.reach.joins && !ofRank.has(candidate.id))
      return [person.anchor, { is: 'same', row: candidate }]
    const same = live.find(([because]) => because === 'email')?.[1]
    if (same && rows.size === 1 && isProven(same, own) && same.source === userSources.local && !ofRank.has(same.id))
      return [person.anchor, { is: 'same', row: same }]
    const [because, row] = first
    return [
      person.anchor,
      { is: 'clash', clash: { anchor: person.anchor, localId: row.id, because, fields: person.fields } },
    ]
  })
  return apartWithin(all, await keptApart(ctx, connection, all, found))
}

/** Users that an administrator unlinked from an entry of this directory or kept separate stay separate. */
async function keptApart(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  all: readonly UnmatchedPerson[],
  found: readonly (readonly [string, MatchResult])[],
): Promise<(readonly [string, MatchResult])[]> {
  const same = found.flatMap(([anchor, what]) => (what.is === 'same' ? [anchor] : []))
  const apart = new Map(
    (await matchConflictsOf(ctx.db, connection.id, same)).flatMap(one =>
      one.apart ? [[one.anchor, one.local_id]] : [],
    ),
  )
  return found.map(([anchor, what], at) => {
    if (what.is !== 'same' || apart.get(anchor) !== what.row.id) return [anchor, what]
    const fields = all[at]?.person.fields ?? {}
    return [anchor, { is: 'clash', clash: { anchor, localId: what.row.id, because: 'user-id', fields } }]
  })
}

/** Users of an LDAP directory who are the same by immutable ID, by the external ID of the new user. */
async function sameAsOf(ctx: TransactionContext, people: readonly DirectoryPerson[]): Promise<Map<string, UserRow>> {
  const told = people.flatMap(({ anchor, sameAs }) => (sameAs === undefined ? [] : [{ anchor, sameAs }]))
  const found = await linksToLdap(
    ctx.db,
    told.map(one => one.sameAs),
  )
  const rows = new Map(
    (await peopleToFollow(ctx, [...new Set(found.values())]))
      .filter(row => row.deleted_at === null)
      .map(row => [row.id, row]),
  )
  return new Map(
    told.flatMap(({ anchor, sameAs }) => {
      const row = rows.get(found.get(sameAs) ?? '')
      return row === undefined ? [] : [[anchor, row] as const]
    }),
  )
}

/** Of several new users with one User ID, email, or Employee ID, the first gets it. */
function apartWithin(
  all: readonly UnmatchedPerson[],
  found: readonly (readonly [string, MatchResult])[],
): Map<string, MatchResult> {
  const seen = new Set<string>()
  const apart = ([anchor, what]: readonly [string, MatchResult], at: number): [string, MatchResult] => {
    const { user_id: userId, email, employee_id: number } = all[at]?.filled.columns ?? {}
    if (what.is !== 'new') return [anchor, what]
    const without = new Set(what.without)
    const take = (field: SharedField, value: string | null | undefined) => {
      if (!value || without.has(field)) return
      const key = `${field} ${value.toLowerCase()}`
      if (seen.has(key)) without.add(field)
      seen.add(key)
    }
    take('user_id', userId)
    take('email', email)
    take('employee_id', number)
    return [anchor, { ...what, without: [...without] }]
  }
  return new Map(found.map(apart))
}

const isProven = (row: UserRow, own: readonly string[]) =>
  row.email !== null && row.email_verified_at !== null && own.includes(domainOf(row.email))

const indexOf = (rows: readonly UserRow[]) => ({
  userId: new Map(rows.map(row => [row.user_id.toLowerCase(), row])),
  email: new Map(rows.filter(row => !row.shares_email).map(row => [row.email, row])),
  number: new Map(rows.map(row => [row.employee_id?.toLowerCase(), row])),
})
