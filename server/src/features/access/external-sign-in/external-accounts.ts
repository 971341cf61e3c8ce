import type { externalSignIn } from '@claviger/contract/access/external-sign-in'
import { doneReply } from '@claviger/contract/platform/fields'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { connectionsOfProvider, disconnect } from '#features/connect/identity-providers/identity-providers.links.ts'
import { providerById } from '#features/connect/identity-providers/identity-providers.ts'
import { userToChange } from '#features/people/users/users.rank.ts'
import { userById } from '#features/people/users/users.ts'

type InputFor<Call extends keyof typeof externalSignIn.calls> = OutputOf<(typeof externalSignIn.calls)[Call]['input']>

export const externalAccountsOf = async (ctx: TransactionContext, user: string) => ({
  items: (await connectionsOfProvider(ctx, user)).map(row => ({
    id: row.provider_id,
    name: row.name,
    kind: row.preset,
    linkedAt: row.linked_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  })),
})

/** External accounts with which a user can sign in. @throws not-found */
export async function externalAccountsOfUser(ctx: TransactionContext, { id }: InputFor<'ofUser'>) {
  if (!(await userById(ctx, id))) throw problem('not-found')
  return externalAccountsOf(ctx, id)
}

/** Disconnects a user's external account and ends its sessions. @throws not-found, above-you */
export async function disconnectOfUser(ctx: TransactionContext, { id, provider }: InputFor<'disconnectOfUser'>) {
  const user = await userToChange(ctx, id)
  const row = await providerById(ctx, provider)
  if (!row || !(await disconnect(ctx, id, provider))) throw problem('not-found')
  await record(ctx, {
    action: 'external.unlinked-of',
    object: { type: 'user', id, name: `${user.first_name} ${user.last_name}` },
    after: { provider: row.name },
  })
  return doneReply
}
