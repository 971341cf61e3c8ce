import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import type { personalAccounts } from '@claviger/contract/people/personal-accounts'
import { trustStatus } from '@claviger/contract/tenancy/trust-domains'
import { paginate } from '#platform/db/page.ts'
import { transact } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { trustDomainById } from '#features/tenancy/trust-domains/trust-domains.ts'
import { invite } from '../users/users.invite.ts'
import { addUser, getUser, isOwnMailbox, userById } from '../users/users.ts'
import * as store from './personal-accounts.store.ts'
import type { ListedPerson, PersonalIdentity } from './personal-accounts.store.ts'

type Reply = OutputOf<typeof personalAccounts.list.reply>

export async function listPersonal(
  ctx: TransactionContext,
  ask: OutputOf<typeof personalAccounts.list.input>,
): Promise<Reply> {
  const { domain, workspace_id } = await trustDomainById(ctx, ask.id)
  return paginate<Reply['items'][number]>(ctx, ask, {
    ...store.personalPage(domain, workspace_id),
    item: (row: ListedPerson) => ({
      id: row.id,
      name: `${row.first_name} ${row.last_name}`,
      email: row.email,
      joined: row.joined,
    }),
  })
}

/**
 * Adds the owner of a personal account to the domain's workspace and invites them; the personal account stays.
 * Uses the workspace's own transaction, so that everything created belongs to it.
 * @throws not-found, domain-unproven, email-taken, user-id-taken
 */
export async function addPersonal(ctx: RequestContext, input: OutputOf<typeof personalAccounts.add.input>) {
  const { workspace, person } = await ctx.transact(async inside => {
    const row = await trustDomainById(inside, input.id)
    if (row.status !== trustStatus.verified) throw problem('domain-unproven')
    return { workspace: row.workspace_id, person: await store.findPersonal(inside.db, input.userId, row.domain) }
  })
  if (!person) throw problem('not-found')
  await transact(ctx, { actor: ctx.actor, request: ctx.request, workspace }, inside => take(inside, person))
  return doneReply
}

/**
 * Adds an account for an administrator with an address in the workspace's verified domain.
 * @throws domain-unproven, not-found, email-taken, user-id-taken
 */
export async function addOwnPersonal(ctx: TransactionContext, { email }: { email: string }) {
  if (!(await isOwnMailbox(ctx, email))) throw problem('domain-unproven')
  const person = await store.findOwnPersonal(ctx.db, email)
  if (!person) throw problem('not-found', 'No personal account is registered with this email address')
  return getUser(ctx, { id: await take(ctx, person) })
}

async function take(ctx: TransactionContext, person: PersonalIdentity): Promise<string> {
  const id = await addUser(ctx, {
    userId: person.email,
    firstName: person.first_name,
    lastName: person.last_name,
    email: person.email,
  })
  const row = await userById(ctx, id)
  if (row) await invite(ctx, row)
  return id
}
