import type { Phone } from '@claviger/contract/ground/fields'
import type { UserInput } from '@claviger/contract/people/users'
import { newId } from '../../../ground/ids.ts'
import { problem } from '../../../ground/problem.ts'
import { record } from '../../../ground/record/record.ts'
import { type Part, runParts } from '../../../ground/db/parts.ts'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import type { Ctx } from '../../../ground/world.ts'
import { endLinks } from '../account-links/account-links.ts'
import { domainOf, ownDomains } from '../../tenancy/trust-domains/trust-domains.ts'
import { everyoneGroup, setGroupsOf } from '../groups/groups.ts'
import { usersChanged } from '../groups/groups.rules.ts'
import { setUnitsOf } from '../units/units.ts'
import { columnsOf, nameOf, phoneOf, logFieldsOf } from './users.columns.ts'
import { userOfShown } from './reply.ts'
import * as store from './users.store.ts'
import type { UserRow } from './users.store.ts'

export { phoneOf } from './users.columns.ts'
export type { UserRow } from './users.store.ts'

export interface NewUser extends UserInput {
  /** The id, where something already names it: a passkey made before its user. */
  id?: string
  /** The mailbox was proven to be theirs already. */
  emailVerified?: boolean
  /** Leaves no line in the activity log, for seeding. */
  quiet?: boolean
}

/**
 * Adds a user to the transaction's workspace and answers the id. Throws invalid-phone, not-found for an unknown
 * group or unit, and by the database's constraints email-taken, user-id-taken and employee-id-taken.
 */
export async function addUser(ctx: Ctx, input: NewUser): Promise<string> {
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

/** An address in a domain that the workspace has proven needs no confirmation. */
export const isOwnMailbox = async (ctx: Ctx, email: string | null): Promise<boolean> =>
  email !== null && (await ownDomains(ctx)).includes(domainOf(email))

/** One user as the wire has it. Throws not-found. */
export async function getUser(ctx: Ctx, input: { id: string }) {
  const row = await store.findShown(ctx.db, input.id)
  if (!row) throw problem('not-found')
  return userOfShown(row, row)
}

/** The user, unless deleted; undefined for another workspace's. */
export const userById = (ctx: Ctx, id: string): Promise<UserRow | undefined> => store.findUser(ctx.db, id)

/** Tells that keys of these users came, went or changed their status; the status of the users follows from them. */
export const keysChanged = (ctx: Ctx, users: readonly string[]): Promise<void> => store.recountKeys(ctx.db, users)

/** That a user has just signed in, as a part of the statement that signs them in. */
export const signInOf = (ctx: Pick<Ctx, 'workspace' | 'clock'>, id: string): Part =>
  store.markSignedIn(workspaceOf(ctx), id, ctx.clock.now())

/** Tells that a user has just signed in. */
export const signedIn = (ctx: Ctx, id: string): Promise<void> => runParts(ctx.db, { sign_in: signInOf(ctx, id) })

/** Has a user ever signed in here? */
export const hasSignedIn = (ctx: Ctx, id: string): Promise<boolean> => store.wasSignedIn(ctx.db, id)

/** Tells that a user was reached at their address. */
export const emailProven = (ctx: Ctx, id: string): Promise<void> => store.markProven(ctx.db, id, ctx.clock.now())

/** Changes what users may change about themselves; the caller records it. */
export async function changeDetails(
  ctx: Ctx,
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
 * Changes the address or phone of a user who has proven the new one; the caller records it.
 * Links mailed to the former address die. Throws email-taken and invalid-phone.
 */
export async function changeContact(
  ctx: Ctx,
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

/** Gives a user another mailbox that is still to be proven, unless it is the workspace's own; links to the former die. */
export async function moveMailbox(ctx: Ctx, id: string, email: string): Promise<void> {
  const now = ctx.clock.now()
  await store.updateUser(ctx.db, id, {
    email,
    email_verified_at: (await isOwnMailbox(ctx, email)) ? now : null,
    updated_at: now,
  })
  await endLinks(ctx, id)
  await usersChanged(ctx)
}

/** Moves a user into the bin, from where sessions and links no longer work; the caller records it. Throws not-found. */
export async function removeUser(ctx: Ctx, id: string): Promise<void> {
  if (!(await store.binUser(ctx.db, id, ctx.clock.now()))) throw problem('not-found')
  await endLinks(ctx, id)
}
