import type { OpenedAccount } from '@claviger/contract/keys/sharing'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import type { TransactionContext } from '#platform/app-context.ts'
import { userById } from '#features/people/users/users.ts'
import { openedAccounts } from './sharing.store.ts'

export const accountsOfUser = (ctx: TransactionContext, user: string): Promise<OpenedAccount[]> =>
  openedAccounts(ctx.db, user)

/** Accounts that a key opens. A key without server-held passkeys opens only its owner's account. */
export async function accountsOf(
  ctx: TransactionContext,
  key: { user_id: string; kind: number },
): Promise<OpenedAccount[]> {
  const all = await accountsOfUser(ctx, key.user_id)
  return key.kind === keyKinds.accessCard ? all : all.filter(account => account.own)
}

/** Whether a user can still open another account with a card; a suspended or deactivated user can't. */
export async function canStillOpen(ctx: TransactionContext, person: string, account: string): Promise<boolean> {
  const who = await userById(ctx, person)
  if (!who || who.deleted_at !== null || who.suspended_at !== null || who.deactivated_at !== null) return false
  return (await accountsOfUser(ctx, person)).some(one => one.id === account)
}
