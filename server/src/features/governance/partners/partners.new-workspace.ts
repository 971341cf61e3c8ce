import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { enterOnly } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { beginCounting } from '#features/billing/licenses/licenses.ts'
import { invite } from '#features/people/users/users.invite.ts'
import { addUser, userById } from '#features/people/users/users.ts'
import { placeAs } from '#features/work/rank/rank.ts'
import { makeAdministrator } from '#features/tenancy/administrators/administrators.ts'
import { createWorkspace, mustBeAvailable } from '#features/tenancy/workspaces/workspaces.ts'

interface Opening {
  name: string
  url: string
  ownerEmail: string
  ownerFirstName: string
  ownerLastName: string
  type: number
  partner: { id: string; slug: string } | null
}

/** Creates a workspace, makes a user its owner, and invites this user by email. @throws workspace-url-taken */
export async function openWorkspace(ctx: TransactionContext, given: Opening): Promise<{ id: string }> {
  await mustBeAvailable(ctx, given.url)
  const id = await createWorkspace(ctx, {
    name: given.name,
    slug: given.url,
    type: given.type,
    ...(given.partner && { partner: given.partner.id, referrer: given.partner.slug }),
  })
  await enterOnly(ctx, id)
  await record(ctx, {
    action: 'workspace.created',
    object: { type: 'workspace', id, name: given.name },
    after: { name: given.name, url: given.url, type: given.type },
  })
  await beginCounting(ctx)
  // There is no administrator yet, and only the owner of the mailbox can use the invitation
  await placeAs(ctx.db, 'operator')
  const user = await addUser(ctx, {
    userId: given.ownerEmail,
    email: given.ownerEmail,
    firstName: given.ownerFirstName,
    lastName: given.ownerLastName,
  })
  await makeAdministrator(ctx, user, workspaceRoles.owner)
  const row = await userById(ctx, user)
  if (!row) throw problem('not-found')
  await invite(ctx, row)
  return { id }
}
