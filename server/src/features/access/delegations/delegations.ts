import { randomBytes } from 'node:crypto'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { delegations } from '@claviger/contract/access/delegations'
import { isOpenTo } from '#platform/entrance/entrance.ts'
import { later, minutes } from '#platform/clock.ts'
import { enterWorkspace, workspaceOf } from '#platform/db/transaction.ts'
import { idBytes, newId } from '#platform/ids.ts'
import { msg } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { keyedHash } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { userToChange } from '#features/people/users/users.rank.ts'
import { userById } from '#features/people/users/users.ts'
import { askerOf, workOriginOf } from '#features/work/rank/rank.ts'
import * as store from './delegations.store.ts'
import type { DelegationRequestRow } from './delegations.store.ts'

type Calls = (typeof delegations)['calls']
type InputFor<Call extends keyof Calls> = OutputOf<Calls[Call]['input']>

const waitsMinutes = 5
const lastsMinutes = 15
const secondsBetween = 3
// Without letters that look alike when compared
const letters = 'BCDFGHJKLMNPQRSTVWXZ'

/** Hash under which a tool's secret is stored. */
export const hashOfDelegation = (
  ctx: Pick<TransactionContext, 'hashKey'>,
  what: 'device' | 'token',
  secret: string,
): Buffer => keyedHash(ctx.hashKey, `delegation ${what}`, secret)

function newCode(): string {
  const all = [...randomBytes(8)].map(byte => letters[byte % letters.length] ?? '').join('')
  return `${all.slice(0, 4)}-${all.slice(4)}`
}

export async function askToAct(ctx: TransactionContext, input: InputFor<'ask'>) {
  const now = ctx.clock.now()
  const request = randomBytes(18).toString('base64url')
  const deviceCode = randomBytes(32).toString('base64url')
  const code = newCode()
  await store.insertDelegationRequest(ctx.db, {
    ...input,
    request,
    device_hash: hashOfDelegation(ctx, 'device', deviceCode),
    code,
    ip: ctx.request.ip.slice(0, 45),
    asked_at: now,
    expires_at: later(now, minutes(waitsMinutes)),
  })
  const link = `${ctx.config.publicUrl}/auth/delegated?request=${request}`
  return { request, deviceCode, code, link, expiresIn: waitsMinutes * 60, interval: secondsBetween }
}

const askedBy = (row: DelegationRequestRow) => ({
  tool: row.tool,
  version: row.version,
  purpose: row.purpose as 'on-behalf-registration',
  device: row.device,
  ip: row.ip,
  code: row.code,
  askedAt: row.asked_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
})

async function waiting(ctx: TransactionContext, request: string): Promise<DelegationRequestRow> {
  const row = await store.lockWaiting(ctx.db, request, ctx.clock.now())
  if (!row) throw problem('delegation-over')
  return row
}

/** Which tool requests what. @throws delegation-over */
export const readDelegationRequest = async (ctx: TransactionContext, { request }: InputFor<'look'>) =>
  askedBy(await waiting(ctx, request))

/**
 * Approves or denies a tool's request to act for one user whom the administrator can change; a request is decided
 * only once.
 * @throws delegation-over, not-found, above-you
 */
export async function decideRequest(ctx: TransactionContext, { request, allow, user: id }: InputFor<'decide'>) {
  const row = await waiting(ctx, request)
  const said = { tool: `${row.tool} ${row.version}`, device: row.device, address: row.ip }
  if (!allow) {
    await store.settleRequest(ctx.db, request, { state: 'denied' })
    await record(ctx, { action: 'delegation.denied', after: said })
    return { allowed: false }
  }
  if (id === undefined) throw problem('invalid-input', undefined, [{ field: 'user', message: msg('Choose a user') }])
  const user = await userToChange(ctx, id)
  const now = ctx.clock.now()
  const workspace = workspaceOf(ctx)
  const { actor_name: administratorName, units_of: unitsOf } = workOriginOf(ctx)
  const delegation = newId()
  await store.insertDelegation(ctx.db, {
    workspace_id: workspace,
    id: delegation,
    tool: row.tool,
    version: row.version,
    purpose: row.purpose,
    user_id: user.id,
    administrator_id: askerOf(ctx).id,
    administrator_name: administratorName,
    units_of: unitsOf,
    created_at: now,
    expires_at: later(now, minutes(lastsMinutes)),
  })
  await store.settleRequest(ctx.db, request, { state: 'allowed', workspace_id: workspace, delegation_id: delegation })
  const object = { type: 'user', id: user.id, name: `${user.first_name} ${user.last_name}` }
  await record(ctx, { action: 'delegation.allowed', object, after: said })
  return { allowed: true }
}

/** State of a request for the polling tool. The token is created when fetched, and only its hash is stored. */
export async function pollRequest(ctx: TransactionContext, { deviceCode }: InputFor<'poll'>) {
  const row = await store.findByDevice(ctx.db, hashOfDelegation(ctx, 'device', deviceCode))
  const now = ctx.clock.now()
  if (row?.state === 'denied') return { state: 'denied' as const }
  if (row?.state === 'waiting' && row.expires_at > now) return { state: 'waiting' as const }
  const { workspace_id: workspace, delegation_id: id } = row ?? {}
  if (!row || !workspace || !id || row.state !== 'allowed') return { state: 'ended' as const }
  if (!(await store.claimApprovedRequest(ctx.db, row.request))) return { state: 'ended' as const }
  await enterWorkspace(ctx, workspace)
  if (!(await isOpenTo(ctx, 'tool'))) return { state: 'ended' as const }
  const delegation = await store.lockDelegation(ctx.db, id)
  const user = delegation && (await userById(ctx, delegation.user_id))
  if (!delegation || !user || delegation.expires_at <= now) return { state: 'ended' as const }
  const token = Buffer.concat([idBytes(workspace), idBytes(id), randomBytes(32)]).toString('base64url')
  await store.updateDelegation(ctx.db, id, { secret_hash: hashOfDelegation(ctx, 'token', token) })
  return {
    state: 'allowed' as const,
    token,
    expiresIn: Math.floor((delegation.expires_at.getTime() - now.getTime()) / 1000),
    user: { id: user.id, name: `${user.first_name} ${user.last_name}` },
  }
}
