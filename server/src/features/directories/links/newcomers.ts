import { userSources } from '@claviger/contract/people/users'
import type { AppliedReason } from '@claviger/contract/directories/links'
import type { Ctx } from '#platform/world.ts'
import { domainOf, ownDomains } from '#features/tenancy/trust-domains/trust-domains.ts'
import { usersNamed } from '#features/people/users/users.many.ts'
import type { UserRow } from '#features/people/users/users.ts'
import type { ConnectedDirectory } from '../connections/connections.ts'
import type { NewClash } from './clashes.store.ts'
import type { FilledFields } from './filled-fields.ts'
import { linksOfLocals } from './links.store.ts'
import { ofRankAmong } from './link-scene.ts'
import type { DirectoryPerson } from './shapes.ts'

export interface UnmatchedPerson {
  person: DirectoryPerson
  filled: FilledFields
}

export type MatchResult =
  | { is: 'new' }
  | { is: 'same'; row: UserRow }
  | { is: 'clash'; clash: NewClash }
  | { is: 'barred'; reason: AppliedReason }

/**
 * Matches new directory users to existing ones. Links automatically only for the same email in a verified domain,
 * with no other candidate, a local user, and no role; otherwise the directory's author could take over any account.
 */
export async function findNewcomers(
  ctx: Ctx,
  connection: ConnectedDirectory,
  all: readonly UnmatchedPerson[],
): Promise<Map<string, MatchResult>> {
  if (all.length === 0) return new Map()
  const there = await usersNamed(ctx.db, {
    userIds: all.flatMap(({ filled }) => filled.columns.user_id ?? []),
    emails: all.flatMap(({ filled }) => filled.columns.email ?? []),
    employeeIds: all.flatMap(({ filled }) => filled.columns.employee_id ?? []),
  })
  if (there.length === 0) return new Map(all.map(({ person }) => [person.anchor, { is: 'new' }]))
  const ids = there.map(row => row.id)
  const kept = new Map((await linksOfLocals(ctx.db, 'user', ids)).map(link => [link.local_id, link.connection_id]))
  const ofRank = await ofRankAmong(ctx, ids)
  const own = await ownDomains(ctx)
  const by = indexOf(there)
  return new Map(
    all.map(({ person, filled }): [string, MatchResult] => {
      const { user_id: userId, email, employee_id: number } = filled.columns
      const alike = {
        'user-id': userId === undefined ? undefined : by.userId.get(userId.toLowerCase()),
        email: email ? by.email.get(email) : undefined,
        'employee-id': number ? by.number.get(number.toLowerCase()) : undefined,
      }
      const [first] = Object.entries(alike).filter(([, row]) => row !== undefined) as [NewClash['because'], UserRow][]
      if (!first) return [person.anchor, { is: 'new' }]
      const rows = new Set(Object.values(alike).filter(row => row !== undefined))
      const elsewhere = [...rows].map(row => kept.get(row.id)).find(id => id !== undefined)
      if (elsewhere !== undefined)
        return [person.anchor, { is: 'barred', reason: elsewhere === connection.id ? 'taken' : 'other-directory' }]
      const same = alike.email
      if (same && rows.size === 1 && isProven(same, own) && same.source === userSources.local && !ofRank.has(same.id))
        return [person.anchor, { is: 'same', row: same }]
      const [because, row] = first
      return [
        person.anchor,
        { is: 'clash', clash: { anchor: person.anchor, localId: row.id, because, fields: person.fields } },
      ]
    }),
  )
}

const isProven = (row: UserRow, own: readonly string[]) =>
  row.email !== null && row.email_verified_at !== null && own.includes(domainOf(row.email))

const indexOf = (rows: readonly UserRow[]) => ({
  userId: new Map(rows.map(row => [row.user_id.toLowerCase(), row])),
  email: new Map(rows.filter(row => !row.shares_email).map(row => [row.email, row])),
  number: new Map(rows.map(row => [row.employee_id?.toLowerCase(), row])),
})
