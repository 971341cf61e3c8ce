import type { Phone } from '@claviger/contract/platform/fields'
import type { UserInput } from '@claviger/contract/people/users'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { type StatementPart, runParts } from '#platform/db/parts.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { endLinks } from '../account-links/account-links.ts'
import { domainOf, ownDomains } from '#features/tenancy/trust-domains/trust-domains.ts'
import { everyoneGroup, setGroupsOf } from '../groups/groups.ts'
import { usersChanged } from '../groups/groups.rules.ts'
import { setUnitsOf } from '../units/units.ts'
import { columnsOf, nameOf, phoneOf, logFieldsOf } from './users.columns.ts'
import { userOfShown } from './user-replies.ts'
import * as store from './users.store.ts'
import type { UserRow } from './users.store.ts'

export { phoneOf } from './users.columns.ts'
export type { UserRow } from './users.store.ts'

export interface NewUser extends UserInput {
  /** The ID, if something already refers to it: a passkey made before its user. */
  id?: string
  emailVerified?: boolean
  /** No activity log line, for seeding. */
  quiet?: boolean
}

/**
 * Adds a user and returns the ID.
 * @throws invalid-phone; not-found for an unknown group or unit; email-taken, user-id-taken, employee-id-taken
 * (from constraints)
 */
export async function addUser(ctx: TransactionContext, input: NewUser): Promise<string> {
  const id = input.id ?? newId()
  const now = ctx.clock.now()
  const columns = columnsOf(input)
  await store.insertUser(ctx.db, {
    workspace_id: workspaceOf(ctx),
    id,
    ...columns,
    email_verified_at: input.emailVerified || (await isOwnMailbox(ctx, columns.email)) ? now : null,
    created_at: now,
    updated_at: now,
  })
  await everyoneGroup(ctx)
  const groups = input.groups?.length ? await setGroupsOf(ctx, id, input.groups) : []
  const organizationUnits = input.organizationUnits?.length ? await setUnitsOf(ctx, id, input.organizationUnits) : []
  if (!input.quiet) {
    await usersChanged(ctx)
    const after = {
      ...logFieldsOf(columns),
      ...(groups.length > 0 && { groups }),
      ...(organizationUnits.length > 0 && { organizationUnits }),
    }
    await record(ctx, { action: 'user.created', object: { type: 'user', id, name: nameOf(input) }, after })
  }
  return id
}

/** An address in a verified domain of the workspace needs no confirmation. */
export const isOwnMailbox = async (ctx: TransactionContext, email: string | null): Promise<boolean> =>
  email !== null && (await ownDomains(ctx)).includes(domainOf(email))

export async function getUser(ctx: TransactionContext, input: { id: string }) {
  const row = await store.findShown(ctx.db, input.id)
  if (!row) throw problem('not-found')
  return userOfShown(row, row)
}

export const userById = (ctx: TransactionContext, id: string): Promise<UserRow | undefined> =>
  store.findUser(ctx.db, id)

export const keysChanged = (ctx: TransactionContext, users: readonly string[]): Promise<void> =>
  store.recountKeys(ctx.db, users)

export const signInPart = (ctx: Pick<TransactionContext, 'workspace' | 'clock'>, id: string): StatementPart =>
  store.markSignedIn(workspaceOf(ctx), id, ctx.clock.now())

export const signedIn = (ctx: TransactionContext, id: string): Promise<void> =>
  runParts(ctx.db, { sign_in: signInPart(ctx, id) })

export const hasSignedIn = (ctx: TransactionContext, id: string): Promise<boolean> => store.wasSignedIn(ctx.db, id)

/** Records that the user received something at their address. */
export const emailProven = (ctx: TransactionContext, id: string): Promise<void> =>
  store.markUserProven(ctx.db, id, ctx.clock.now())

export async function changeDetails(
  ctx: TransactionContext,
  id: string,
  to: { firstName?: string; lastName?: string; language?: string | null },
): Promise<void> {
  await store.updateUser(ctx.db, id, {
    ...(to.firstName !== undefined && { first_name: to.firstName }),
    ...(to.lastName !== undefined && { last_name: to.lastName }),
    ...(to.language !== undefined && { language: to.language }),
    updated_at: ctx.clock.now(),
  })
}

/**
 * Changes a user's verified address or phone; the caller logs it. Links to the old address expire.
 * @throws email-taken, invalid-phone
 */
export async function changeContact(
  ctx: TransactionContext,
  id: string,
  to: { email: string } | { phone: Phone | null },
): Promise<void> {
  const now = ctx.clock.now()
  if ('email' in to) {
    await store.updateUser(ctx.db, id, { email: to.email, email_verified_at: now, updated_at: now })
    await endLinks(ctx, id)
  } else {
    const phone = to.phone && phoneOf(to.phone)
    await store.updateUser(ctx.db, id, {
      phone_country: phone?.country ?? null,
      phone_number: phone?.number ?? null,
      updated_at: now,
    })
  }
}

/**
 * Sets a mailbox that still needs verification, unless its domain is the workspace's; links to the old one
 * expire.
 */
export async function moveMailbox(ctx: TransactionContext, id: string, email: string): Promise<void> {
  const now = ctx.clock.now()
  await store.updateUser(ctx.db, id, {
    email,
    email_verified_at: (await isOwnMailbox(ctx, email)) ? now : null,
    updated_at: now,
  })
  await endLinks(ctx, id)
  await usersChanged(ctx)
}

/** Deletes a user, whose sessions and links stop working; the caller logs it. @throws not-found */
export async function removeUser(ctx: TransactionContext, id: string): Promise<void> {
  if (!(await store.moveUserToBin(ctx.db, id, ctx.clock.now()))) throw problem('not-found')
  await endLinks(ctx, id)
}
