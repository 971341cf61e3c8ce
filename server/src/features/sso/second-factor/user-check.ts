import { workspaceOf } from '#platform/db/transaction.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { tenantOf } from '#features/connect/api-applications/api-applications.access.ts'
import { connectionKinds } from '@claviger/contract/directories/connections'
import { connectionsOf } from '#features/directories/connections/connections.ts'
import { linkOf } from '#features/directories/links/links.ts'
import { keyById } from '#features/keys/security-keys/security-keys.ts'
import { userById } from '#features/people/users/users.ts'
import { domainOf, ownDomains } from '#features/tenancy/trust-domains/trust-domains.ts'
import type { BrowserSession } from '../browser-sessions/browser-sessions.ts'
import type { SecondFactorRequest } from './second-factor-answer.ts'
import { mailLinked } from './second-factor-mails.ts'
import type { PersonCheck } from './second-factor-request.ts'
import { findPerson, insertPerson, isOwnSession } from './second-factor.store.ts'

/**
 * Is the user who signed in here the user of Entra ID to confirm? Once bound, the tenant and object ID say so. The first time
 * the directory's link says so; where the tenant is not connected as a directory, an address of a proven domain that both
 * have, and a passkey that the user made. An administrator can give an address to anyone, so an address alone proves
 * nothing.
 */
export async function checkPerson(
  ctx: TransactionContext,
  here: BrowserSession,
  asked: SecondFactorRequest,
): Promise<PersonCheck> {
  const known = await findPerson(ctx.db, asked.subject)
  if (known) return { is: known.user_id === here.user ? 'same' : 'person-differs' }
  const linked = await linkedUser(ctx, asked.subject)
  if (linked !== undefined)
    return linked === here.user ? { is: 'same', bind: bindBy(here, asked, 'directory') } : { is: 'person-differs' }
  const user = await userById(ctx, here.user)
  // Several users share the mailbox, so it doesn't identify one
  const own = user?.shares_email === false ? here.email?.toLowerCase() : undefined
  if (own === undefined || own !== asked.address?.toLowerCase()) return { is: 'person-differs' }
  if (!(await ownDomains(ctx)).includes(domainOf(own))) return { is: 'person-differs' }
  if (!(await madeOwnKey(ctx, here))) return { is: 'person-unproven' }
  return { is: 'same', bind: bindBy(here, asked, 'passkey') }
}

/** The user linked to the object ID by a directory of the tenant; null if not linked, undefined without such a directory. */
async function linkedUser(ctx: TransactionContext, subject: string): Promise<string | null | undefined> {
  const [tenant = '', object = ''] = subject.split('/')
  let connected = false
  for (const connection of await connectionsOf(ctx, connectionKinds.entra)) {
    const { apiApplication } = connection
    if (apiApplication === null || (await tenantOf(ctx, apiApplication)) !== tenant) continue
    connected = true
    const link = await linkOf(ctx, connection, 'user', object)
    if (link) return link.local
  }
  return connected ? null : undefined
}

/**
 * Was the session opened by a key that its user made, or confirmed as their own? What an administrator placed may open the
 * account as well and make a key there, so everything behind the key must be the user's own.
 */
async function madeOwnKey(ctx: TransactionContext, here: BrowserSession): Promise<boolean> {
  const key = here.key === null ? undefined : await keyById(ctx, here.key)
  if (key?.user_id !== here.user || (key.made_by !== key.user_id && key.proved_at === null)) return false
  return isOwnSession(ctx.db, here.session)
}

const bindBy =
  (here: BrowserSession, { subject, address }: SecondFactorRequest, by: 'directory' | 'passkey') =>
  async (ctx: TransactionContext): Promise<boolean> => {
    const [workspace, now] = [workspaceOf(ctx), ctx.clock.now()]
    const row = { workspace_id: workspace, subject, user_id: here.user, linked_at: now }
    if (!(await insertPerson(ctx.db, row))) return false
    const who = { id: here.user, name: here.name }
    await record(ctx, {
      action: 'second-factor.linked',
      by: who,
      object: { type: 'user', ...who },
      after: { account: address, by },
    })
    await mailLinked(ctx, here, address ?? subject)
    return true
  }
