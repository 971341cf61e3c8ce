import { workspaceOf } from '../../../ground/db/transaction.ts'
import type { Ctx } from '../../../ground/world.ts'
import { userById } from '../../people/users/users.ts'
import { domainOf, ownDomains } from '../../tenancy/trust-domains/trust-domains.ts'
import type { Here } from '../browser-sessions/browser-sessions.ts'
import type { Asked } from './answer.ts'
import { findPerson, insertPerson } from './second-factor.store.ts'

/**
 * Is whoever signed in here the person to confirm? Known by tenant and object id, once met; the first time by an address of
 * a domain that the workspace has proven, which both have.
 */
export async function isThatPerson(ctx: Ctx, here: Here, { subject, address }: Asked): Promise<boolean> {
  const known = await findPerson(ctx.db, subject)
  if (known) return known.user_id === here.user
  // Several people have the mailbox, so it says nothing of who it is
  const own = (await userById(ctx, here.user))?.shares_email === false ? here.email?.toLowerCase() : undefined
  if (own === undefined || own !== address?.toLowerCase()) return false
  if (!(await ownDomains(ctx)).includes(domainOf(own))) return false
  return insertPerson(ctx.db, {
    workspace_id: workspaceOf(ctx),
    subject,
    user_id: here.user,
    linked_at: ctx.clock.now(),
  })
}
