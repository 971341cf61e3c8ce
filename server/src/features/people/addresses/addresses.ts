import { addressAloneDays, addressWaitsDays, type AddressChange } from '@claviger/contract/people/addresses'
import { days, later } from '../../../ground/clock.ts'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import { problem } from '../../../ground/problem.ts'
import { record } from '../../../ground/record/record.ts'
import { shownAs } from '../../../ground/record/shown-as.ts'
import type { Ctx } from '../../../ground/world.ts'
import { makeLink } from '../account-links/account-links.ts'
import { mailAsked, mailChanged } from './addresses.letters.ts'
import { type AddressChangeRow, deleteChanges, findChange, isTaken, putChange, rules } from './addresses.store.ts'

export type { AddressChangeRow } from './addresses.store.ts'

/** How the address of a user changes by somebody else's hand: at once, when the old mailbox says so, or not at all. */
export type AddressRule = 'at-once' | 'waits' | 'never'

/** Whose address it is. */
export interface Whose {
  id: string
  email: string | null
  first_name: string
  last_name: string
}

/** A user as the log names them. */
export const objectOf = (user: Whose) => ({ type: 'user', id: user.id, name: `${user.first_name} ${user.last_name}` })

/**
 * How the addresses of these users change. One that nobody used yet may hold a slip of the pen and changes at once; one in
 * use is a way in, so its mailbox decides; people of rank change their own, with their passkey.
 */
export async function addressRules(ctx: Ctx, ids: readonly string[]): Promise<Map<string, AddressRule>> {
  if (ids.length === 0) return new Map()
  const rows = await rules(ctx.db, ids)
  return new Map(rows.map(row => [row.user_id, row.of_rank ? 'never' : row.in_use ? 'waits' : 'at-once']))
}

/** Asks the old mailbox of a user whether a new address is right; until then nothing changes. Throws email-taken. */
export async function askOldMailbox(ctx: Ctx, user: Whose, email: string): Promise<void> {
  if (user.email === null) throw new Error('there is no mailbox to ask')
  if (await isTaken(ctx.db, email, user.id)) throw problem('email-taken')
  const now = ctx.clock.now()
  const by = shownAs(ctx).name
  await putChange(ctx.db, {
    workspace_id: workspaceOf(ctx),
    user_id: user.id,
    email,
    asked_by: by.slice(0, 260),
    asked_at: now,
    expires_at: later(now, days(addressWaitsDays)),
  })
  await record(ctx, {
    action: 'user.address-asked',
    object: objectOf(user),
    before: { email: user.email },
    after: { email },
  })
  const href = await makeLink(ctx, { user: user.id, purpose: 'address', lastsDays: addressWaitsDays })
  await mailAsked(ctx, { from: user.email, to: email, name: user.first_name, by }, href)
}

/** Does somebody else have this address for themselves alone? */
export const isMailboxTaken = (ctx: Ctx, email: string, user: string): Promise<boolean> => isTaken(ctx.db, email, user)

/** Tells the mailbox that a user had until now, where there was one, that another took its place. */
export async function notifyOldMailbox(ctx: Ctx, was: Whose, to: string | null, by = shownAs(ctx).name): Promise<void> {
  if (was.email === null || to === null || was.email === to) return
  await mailChanged(ctx, { from: was.email, to, name: was.first_name, by })
}

/** Forgets addresses that wait, as when the import that brought them is taken back; answers whether there was one. */
export const forgetAddresses = (ctx: Ctx, users: readonly string[]): Promise<boolean> => deleteChanges(ctx.db, users)

/** The address that waits for a user, held until it is answered; undefined where none does. */
export const addressWaiting = (ctx: Ctx, user: string, hold = false): Promise<AddressChangeRow | undefined> =>
  findChange(ctx.db, user, ctx.clock.now(), hold)

/** From when on an address may be set without the old mailbox. */
export const aloneFrom = (change: AddressChangeRow): Date => later(change.asked_at, days(addressAloneDays))

/** An address that waits, as the wire has it. */
export const changeOfRow = (row: AddressChangeRow): AddressChange => ({
  email: row.email,
  askedBy: row.asked_by,
  askedAt: row.asked_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  aloneFrom: aloneFrom(row).toISOString(),
})
