import type { ClaimField } from '@claviger/contract/connect/identity-providers'
import type { ExternalReason } from '@claviger/contract/access/external-sign-in'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import {
  connect,
  isConnected,
  type Link,
  linkOf,
} from '#features/connect/identity-providers/identity-providers.links.ts'
import { authorityOf, type ProviderRow } from '#features/connect/identity-providers/identity-providers.ts'
import { domainOf } from '#features/tenancy/trust-domains/trust-domains.ts'
import { withoutIdentifiers } from '#features/people/addresses/addresses.identifiers.ts'
import { addUser, userById, type UserRow } from '#features/people/users/users.ts'
import { usersAbove, ofRankBeside } from '#features/work/rank/rank.ts'
import { externalUsersWhere } from './external-sign-in.store.ts'
import type { Identity } from './identity.ts'

export type ExternalUserOutcome =
  | { is: 'linked' | 'found'; user: UserRow }
  | { is: 'created'; email: string }
  | { is: 'confirm' }
  | { is: 'refused'; reason: ExternalReason }

const columns = {
  email: 'email',
  userName: 'user_id',
  employeeId: 'employee_id',
  attribute1: 'scim_attribute_1',
  attribute2: 'scim_attribute_2',
  attribute3: 'scim_attribute_3',
  attribute4: 'scim_attribute_4',
  attribute5: 'scim_attribute_5',
} as const

/** Does this user have a role in the workspace or installation, now or pending? */
const hasRole = async (ctx: TransactionContext, user: string): Promise<boolean> =>
  (await usersAbove(ctx, { id: null, name: '', holds: [], unitsOf: null }, [user])).size > 0

/**
 * Matches an identity to a user: by subject if connected. At the first sign-in by the configured field, only if the
 * provider is trusted for the matched user's email domain, and never to a user with a role; all others must confirm.
 */
export async function personOf(
  ctx: TransactionContext,
  row: ProviderRow,
  identity: Identity,
): Promise<ExternalUserOutcome> {
  const link = await linkOf(ctx, row.id, identity.subject)
  if (link) return ofLink(ctx, row.id, link)
  const domains = await authorityOf(ctx, row)
  const { link: by, create } = row.settings.people
  const found = by === 'none' ? undefined : await foundBy(ctx, by, identity, domains)
  if (found) {
    if (!mayEnter(found)) return { is: 'refused', reason: 'closed' }
    if ((await isConnected(ctx, row.id, found.id)) || (await hasRole(ctx, found.id))) return { is: 'confirm' }
    return { is: 'found', user: found }
  }
  const [email] = identity.told.email ?? []
  const speaks = email !== undefined && identity.emailVerified === true && domains.includes(domainOf(email))
  if (!create || !speaks) return { is: 'confirm' }
  const known = [
    ...(await externalUsersWhere(ctx.db, 'email', email)),
    ...(await externalUsersWhere(ctx.db, 'user_id', email)),
  ]
  return known.length > 0 ? { is: 'confirm' } : { is: 'created', email }
}

async function ofLink(ctx: TransactionContext, provider: string, link: Link): Promise<ExternalUserOutcome> {
  const user = await userById(ctx, link.user_id)
  if (!user || !mayEnter(user)) return { is: 'refused', reason: 'closed' }
  if (link.confirmed) return { is: 'linked', user }
  // A user whose role was not granted by the provider must confirm
  const given = new Map(link.role_given === null ? [] : [[user.id, link.role_given]])
  if ((await ofRankBeside(ctx, [user.id], provider, given)).size > 0) return { is: 'confirm' }
  return { is: 'linked', user }
}

const mayEnter = (user: UserRow) => user.suspended_at === null && user.deactivated_at === null

async function foundBy(
  ctx: TransactionContext,
  by: keyof typeof columns,
  { told, emailVerified }: Identity,
  domains: readonly string[],
): Promise<UserRow | undefined> {
  const [value] = told[by] ?? []
  if (value === undefined || (by === 'email' && emailVerified !== true)) return undefined
  const [only, another] = await externalUsersWhere(ctx.db, columns[by], value)
  if (!only || another || only.email === null || !domains.includes(domainOf(only.email))) return undefined
  return userById(ctx, only.id)
}

export async function newPerson(ctx: TransactionContext, identity: Identity, email: string): Promise<UserRow> {
  const told = (field: ClaimField) => identity.told[field]?.[0]
  const local = email.slice(0, email.indexOf('@'))
  const id = await addUser(ctx, {
    id: newId(),
    userId: email,
    firstName: (told('firstName') ?? local).slice(0, 100),
    lastName: (told('lastName') ?? '').slice(0, 100),
    email,
    emailVerified: true,
    ...(await withoutIdentifiers(ctx, attributesOf(identity))),
  })
  return (await userById(ctx, id)) as UserRow
}

export const attributesOf = ({ told }: Identity) =>
  Object.fromEntries(
    ([1, 2, 3, 4, 5] as const).flatMap(n => {
      const value = told[`attribute${n}`]?.[0]
      return value === undefined ? [] : [[`scimAttribute${n}`, value.slice(0, 256)]]
    }),
  )

export const isAccountLinked = (
  ctx: TransactionContext,
  row: ProviderRow,
  { subject }: Identity,
  user: string,
  confirmed: boolean,
): Promise<void> =>
  connect(ctx, {
    workspace_id: workspaceOf(ctx),
    provider_id: row.id,
    subject,
    user_id: user,
    confirmed,
    linked_at: ctx.clock.now(),
  })
