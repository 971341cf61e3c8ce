import { connectionKinds } from '@claviger/contract/directories/connections'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { usersAbove } from '#features/work/rank/rank.ts'
import { approverOf, connectionById, connectionSecret } from '../connections/connections.ts'
import { linksOfUser } from '../links/links.ts'
import { accountStateOf } from './reader/account-state.ts'
import { filterByExternalIds } from './reader/anchors.ts'
import { openDirectory, type LdapTarget } from './reader/ldap-connection.ts'
import { requestedAttributes } from './reader/ldap-reading.ts'
import { settingsOf, targetOf } from './ldap-settings.ts'
import { LdapFailure } from './wire/failure.ts'

export interface LdapAccount {
  readonly target: LdapTarget
  readonly anchor: string
}

const patience = 5000
const nobody = { id: null, name: '', holds: [], unitsOf: null }

/**
 * The directory that checks a user's password, if an owner enabled that and approved its target. Undefined for users
 * with a role: otherwise the directory's administrators could sign in as them.
 */
export async function inDirectory(ctx: TransactionContext, user: string): Promise<LdapAccount | undefined> {
  const found = await linkToLdap(ctx, user)
  if (!found) return undefined
  const { link, connection } = found
  if (!link.activeThere || !connection.active || !(await approverOf(ctx, connection))) return undefined
  if (!settingsOf(connection).passwords || (await usersAbove(ctx, nobody, [user])).has(user)) return undefined
  const password = await connectionSecret(ctx, connection.id)
  return { target: targetOf(ctx, workspaceOf(ctx), connection, password ?? ''), anchor: link.anchor }
}

async function linkToLdap(ctx: TransactionContext, user: string) {
  for (const link of await linksOfUser(ctx, user)) {
    const connection = await connectionById(ctx, link.connection)
    if (connection?.kind === connectionKinds.ldap) return { link, connection }
  }
  return undefined
}

/** Does the directory accept this password? Never call it inside a transaction, because it waits for the network. */
export async function acceptsPassword(
  world: Pick<AppContext, 'clock' | 'log'>,
  who: LdapAccount,
  password: string,
): Promise<boolean> {
  // A bind without a password is anonymous and succeeds (RFC 4513 §5.1.2)
  if (password === '') return false
  const signal = AbortSignal.timeout(patience)
  try {
    const dn = await nameOf(who, world.clock.now(), signal)
    if (dn === undefined) return false
    const { connection } = await openDirectory({ ...who.target, username: dn, password }, signal)
    connection.close()
    return true
  } catch (error) {
    if (!(error instanceof LdapFailure)) throw error
    if (error.step !== 'sign-in')
      world.log.warn({ reason: error.message }, 'A directory could not be asked about a password')
    return false
  }
}

/** Current DN of the user; undefined if no longer in scope or disabled. */
async function nameOf({ target, anchor }: LdapAccount, now: Date, signal: AbortSignal): Promise<string | undefined> {
  const { connection, activeDirectory } = await openDirectory(target, signal)
  try {
    for (const base of target.bases) {
      const filter = `(&${target.personFilter}${filterByExternalIds([anchor], activeDirectory)})`
      const [entry, another] = await connection.find({
        base,
        scope: 'sub',
        filter,
        attributes: requestedAttributes([]),
      })
      if (entry) return another || accountStateOf(entry, now, activeDirectory) === false ? undefined : entry.dn
    }
    return undefined
  } finally {
    connection.close()
  }
}
