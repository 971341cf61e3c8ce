import { passwordTypes } from '@claviger/contract/keys/stored-passwords'
import type { TransactionContext } from '#platform/app-context.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import { storedPasswordSubject } from './stored-passwords.ts'
import { passwordsOf, usersAskedEachTime } from './stored-passwords.store.ts'

/**
 * The decrypted accounts with which a user signs in to a computer, for its agent: domain accounts first, then
 * those of this computer (by registered name) or of any.
 */
export async function passwordsForComputer(
  ctx: TransactionContext,
  user: string,
  registeredName: string,
): Promise<{ username: string; password: string; pinRequired: boolean }[]> {
  const here = (name: string | null) => name === '.' || name?.toLowerCase() === registeredName.toLowerCase()
  const rows = (await passwordsOf(ctx.db, user)).filter(
    row => row.type === passwordTypes.domain || (row.type === passwordTypes.windowsLocal && here(row.computer_name)),
  )
  if (rows.length === 0) return []
  const sealer = await sealerOfWorkspace(ctx)
  return rows.map(row => ({
    username: row.type === passwordTypes.domain ? row.username : `${row.computer_name}\\${row.username}`,
    password: sealer.open(row.sealed, storedPasswordSubject(row.id, row.user_id)).toString(),
    pinRequired: row.pin_required,
  }))
}

export const usersWithPinEachTime = async (
  ctx: TransactionContext,
  users: readonly string[],
  registeredName: string,
): Promise<Set<string>> => new Set(users.length === 0 ? [] : await usersAskedEachTime(ctx.db, users, registeredName))
