import type { Phone } from '@claviger/contract/platform/fields'
import type { UserInput } from '@claviger/contract/people/users'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { lineOf } from '#platform/record/record.ts'
import { type StatementPart, runParts } from '#platform/db/parts.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { StatementContext, TransactionContext } from '#platform/app-context.ts'
import { endLinks } from '../account-links/account-links.ts'
import { domainOf, ownDomains, ownDomainsPart } from '#features/tenancy/trust-domains/trust-domains.ts'
import { everyoneParts, setGroupsOf } from '../groups/groups.ts'
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
  const { lineWith, ...newcomer } = newcomerOf(ctx, input)
  const { id } = newcomer.row
  const hasPlaces = [input.groups, input.organizationUnits].some(ids => ids !== undefined && ids.length > 0)
  const line = !input.quiet && !hasPlaces && { line: lineWith({}) }
  await store.insertUser(ctx, ownDomainsPart, newcomer, { ...everyoneParts(ctx), ...line })
  const groups = input.groups?.length ? await setGroupsOf(ctx, id, input.groups) : []
  const organizationUnits = input.organizationUnits?.length ? await setUnitsOf(ctx, id, input.organizationUnits) : []
  if (input.quiet) return id
  await usersChanged(ctx)
  const places = { ...(groups.length > 0 && { groups }), ...(organizationUnits.length > 0 && { organizationUnits }) }
  if (hasPlaces) await runParts(ctx.db, { line: lineWith(places) })
  return id
}

/** The row of a new user, and the log line, which also names groups and units. @throws invalid-phone */
export function newcomerOf(ctx: StatementContext, input: NewUser, invitedAt: Date | null = null) {
  const columns = columnsOf(input)
  const row = { workspace_id: workspaceOf(ctx), id: input.id ?? newId(), ...columns, invited_at: invitedAt }
  const object = { type: 'user', id: row.id, name: nameOf(input) }
  return {
    row,
    domain: columns.email === null ? null : domainOf(columns.email),
    isVerified: input.emailVerified ?? false,
    lineWith: (places: object) =>
      lineOf(ctx, { action: 'user.created', object, after: { ...logFieldsOf(columns), ...places } }),
  }
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
