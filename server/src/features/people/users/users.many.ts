import { userSources } from '@claviger/contract/people/users'
import { sendTogether } from '#platform/db/pipeline.ts'
import { orNothing, workspaceOf } from '#platform/db/transaction.ts'
import type { Problem } from '#platform/problem.ts'
import { problem, problemOfDatabase } from '#platform/problem.ts'
import { recordMany } from '#platform/record/record-many.ts'
import { msg } from '#platform/languages.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { addressRules, askOldMailbox, isMailboxTaken, notifyOldMailbox } from '../addresses/addresses.ts'
import { takenIdentifiers } from '../addresses/addresses.identifiers.ts'
import { endLinks } from '../account-links/account-links.ts'
import { ownDomains } from '#features/tenancy/trust-domains/trust-domains.ts'
import { everyoneGroup } from '../groups/groups.ts'
import { type UserColumns, nameOfRow, logFieldsOf } from './users.columns.ts'
import type { UserRow } from './users.store.ts'
import { forgetHeld } from '../addresses/addresses.secrets.ts'
import { findExistingIds, insertUsers, lockUsers, type NewRow, updateUsers } from './many.store.ts'

export { lockUsers, usersNamed } from './many.store.ts'
export { type UserColumns, columnsOf, logFieldsOf, nameOfRow } from './users.columns.ts'

type By = { id: string | null; name: string }

export async function addUsers(
  ctx: TransactionContext,
  by: By,
  all: readonly NewRow[],
  source: number = userSources.local,
): Promise<Set<string>> {
  const taken = await takenIdentifiers(ctx, all)
  const rows = all.filter(row => !taken.has(row.id))
  if (rows.length === 0) return new Set()
  const [domains] = await sendTogether(ownDomains(ctx), everyoneGroup(ctx))
  const ids = rows.map(row => row.id)
  const [, there] = await sendTogether(
    insertUsers(ctx.db, workspaceOf(ctx), rows, domains, ctx.clock.now(), source),
    findExistingIds(ctx.db, ids),
  )
  await recordMany(
    ctx,
    by,
    rows
      .filter(row => there.has(row.id))
      .map(row => ({
        action: 'user.created',
        object: { type: 'user', id: row.id, name: nameOfRow(row) },
        after: logFieldsOf(row),
      })),
  )
  return there
}

export type UserChange = Partial<UserColumns> & { id: string }

/**
 * Changes users, all in the same columns, and returns why some failed; the others are changed. A directory
 * decides its users' addresses without confirmation from old mailboxes.
 */
export async function changeUsers(
  ctx: TransactionContext,
  by: By,
  changes: readonly UserChange[],
  keptBy: 'us' | 'directory' = 'us',
): Promise<Map<string, string>> {
  const failed = new Map<string, string>()
  if (changes.length === 0) return failed
  const before = new Map(
    (
      await lockUsers(
        ctx.db,
        changes.map(change => change.id),
      )
    ).map(row => [row.id, row]),
  )
  for (const change of changes)
    if (!before.has(change.id)) failed.set(change.id, msg('The user was deleted in the meantime'))
  const { live, asked } = await byAddressRule(
    ctx,
    changes.filter(change => before.has(change.id)),
    before,
    failed,
    keptBy,
  )
  const refusal = await attempt(ctx, live)
  // A conflict with a newer user must not stop the others
  if (refusal)
    for (const change of live) {
      const why = await attempt(ctx, [change])
      if (why) failed.set(change.id, why.message)
    }
  const changed = live.filter(change => !failed.has(change.id))
  const moved = changed.filter(change => 'email' in change && before.get(change.id)?.email !== change.email)
  if (moved.length > 0)
    await endLinks(
      ctx,
      moved.map(change => change.id),
    )
  for (const change of moved) await notifyOldMailbox(ctx, before.get(change.id) as UserRow, change.email ?? null)
  for (const [id, email] of asked) if (!failed.has(id)) await askOldMailbox(ctx, before.get(id) as UserRow, email)
  await recordMany(
    ctx,
    by,
    changed.map(change => {
      const row = before.get(change.id) as NonNullable<ReturnType<typeof before.get>>
      return {
        action: 'user.updated',
        object: { type: 'user', id: row.id, name: nameOfRow({ ...row, ...change }) },
        before: logFieldsOf(row),
        after: logFieldsOf({ ...row, ...change }),
      }
    }),
  )
  return failed
}

/** Splits off address changes that need confirmation, and refuses those of users with a role. */
async function byAddressRule(
  ctx: TransactionContext,
  changes: readonly UserChange[],
  before: ReadonlyMap<string, UserRow>,
  failed: Map<string, string>,
  keptBy: 'us' | 'directory',
) {
  const moves = changes.filter(({ id, email }) => email && email !== before.get(id)?.email)
  const rules = await addressRules(
    ctx,
    moves.map(({ id }) => id),
  )
  const asked = new Map<string, string>()
  for (const { id, email } of moves) {
    const rule = rules.get(id)
    if (rule === 'never') failed.set(id, problem('address-of-rank').message)
    if (rule === 'waits' && email && keptBy === 'us') {
      if (await isMailboxTaken(ctx, email, id)) failed.set(id, problem('email-taken').message)
      else asked.set(id, email)
    }
  }
  const live = changes
    .filter(({ id }) => !failed.has(id))
    .map(change => (asked.has(change.id) ? { ...change, email: before.get(change.id)?.email ?? null } : change))
  return { live, asked }
}

async function attempt(ctx: TransactionContext, changes: readonly UserChange[]): Promise<Problem | undefined> {
  if (changes.length === 0) return undefined
  const domains = await ownDomains(ctx)
  try {
    await orNothing(ctx.db, () => updateUsers(ctx.db, changes, domains, ctx.clock.now()))
    return undefined
  } catch (error) {
    const known = problemOfDatabase(error)
    if (!known) throw error
    return known
  }
}

/** Clears an extra attribute that contained secrets, of users and in stored import rows. */
export async function emptyAttribute(
  ctx: TransactionContext,
  by: By,
  users: readonly UserRow[],
  attribute: number,
): Promise<void> {
  if (users.length === 0) return
  const column = `scim_attribute_${attribute}` as 'scim_attribute_1'
  const ids = users.map(({ id }) => id)
  await forgetHeld(ctx, ids, attribute)
  await updateUsers(
    ctx.db,
    ids.map(id => ({ id, [column]: null })),
    [],
    ctx.clock.now(),
  )
  await recordMany(
    ctx,
    by,
    users.map(user => ({
      action: 'user.updated',
      object: { type: 'user', id: user.id, name: nameOfRow(user) },
      after: { emptied: `scimAttribute${attribute}` },
    })),
  )
}
