import { randomBytes } from 'node:crypto'
import { agentPrefix } from '@claviger/contract/keys/agents'
import type { AgentFile } from '@claviger/contract/keys/computers'
import { workspaceOf } from '#platform/db/transaction.ts'
import { record } from '#platform/record/record.ts'
import { keyedHash, sameBytes } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { askerOf } from '#features/work/rank/rank.ts'
import { ownWorkspaceRow } from '#features/tenancy/workspaces/workspaces.ts'
import { findSecret, keepSecret } from './computers.store.ts'

const hashOf = (ctx: TransactionContext, secret: string) => keyedHash(ctx.hashKey, 'agent-enrolment', secret)

async function whereTo(ctx: TransactionContext): Promise<Omit<AgentFile, 'enrolmentSecret'>> {
  const workspace = await ownWorkspaceRow(ctx)
  return { server: ctx.config.publicUrl, api: agentPrefix, workspaceId: workspaceOf(ctx), workspace: workspace.name }
}

export async function agentConfiguration(ctx: TransactionContext) {
  const row = await findSecret(ctx.db)
  return {
    ...(await whereTo(ctx)),
    secret: row === undefined ? null : { madeAt: row.made_at.toISOString(), madeBy: row.made_by_name },
  }
}

export async function newEnrolmentSecret(ctx: TransactionContext): Promise<AgentFile> {
  const secret = randomBytes(24).toString('base64url')
  const by = askerOf(ctx)
  await keepSecret(ctx.db, {
    workspace_id: workspaceOf(ctx),
    hash: hashOf(ctx, secret),
    made_by_name: by.name.slice(0, 260),
    made_at: ctx.clock.now(),
  })
  const to = await whereTo(ctx)
  await record(ctx, {
    action: 'agent.secret-made',
    object: { type: 'workspace', id: to.workspaceId, name: to.workspace },
  })
  return { ...to, enrolmentSecret: secret }
}

export async function isEnrolmentSecret(ctx: TransactionContext, secret: string): Promise<boolean> {
  const row = await findSecret(ctx.db)
  return row !== undefined && sameBytes(hashOf(ctx, secret), row.hash)
}
