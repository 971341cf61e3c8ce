import type { signIn } from '@claviger/contract/access/sign-in'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { workspaceStatus } from '@claviger/contract/tenancy/workspaces'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { enter } from './sign-in.ts'
import { findDemoOwner } from './sign-in.store.ts'

/** Signs in to the demo workspace, or to its partner. @throws not-found if there is none */
export async function enterDemo(ctx: TransactionContext, input: OutputOf<typeof signIn.demo.input>) {
  const owner = ctx.config.demo ? await findDemoOwner(ctx.db, input.as === 'partner') : undefined
  if (!owner) throw problem('not-found')
  return enter(ctx, {
    workspace: owner.workspace_id,
    user: owner.user_id,
    name: owner.user_name,
    owner: true,
    workspaceStatus: workspaceStatus.active,
    method: 'demo',
    // Demo users have no passkey to confirm with, and nothing is at stake
    verified: true,
  })
}
