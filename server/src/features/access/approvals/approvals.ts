import type { Facts } from '@claviger/contract/decide/decisions'
import { randomInt } from 'node:crypto'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { approvals } from '@claviger/contract/access/approvals'
import type { Tokens } from '@claviger/contract/access/sign-in'
import { doneReply } from '@claviger/contract/platform/fields'
import { later, minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { enterWorkspace } from '#platform/db/transaction.ts'
import { keyedHash } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { networkOf } from '#http/limits/network.ts'
import { keyById } from '#features/keys/security-keys/security-keys.ts'
import { faceOf } from '#features/tenancy/workspaces/workspaces.ts'
import { browserOf } from '../guesses/guesses.browser.ts'
import { enter, lockEmail, peopleWith } from '../sign-in/sign-in.ts'
import { askPhones } from './approvals.jobs.ts'
import { approvalsSince, endApproval, findApproval, insertApproval, states, claimApproval } from './approvals.store.ts'
import { type ApprovalAsker, mayAsk, pauseMemory } from './approval-pause.ts'
import { linkReference, requestOf, waitingReference, referenceKinds } from './references.ts'

type Calls = (typeof approvals)['calls']

export const lastsSeconds = 120

/**
 * Sends a request to the phones of users with this email. To reveal nothing, it does not check whether such a user or
 * phone exists; a job does so after the response.
 * @throws approval-open, approval-too-soon
 */
export async function beginApproval(ctx: TransactionContext, input: OutputOf<Calls['begin']['input']>) {
  const now = ctx.clock.now()
  await lockEmail(ctx, input.email)
  const by = await askerOf(ctx, input.email)
  mayAsk(await approvalsSince(ctx.db, input.email, later(now, -pauseMemory)), by, now)
  const face = input.workspace === undefined ? undefined : await faceOf(ctx, input.workspace)
  const id = newId()
  const endsAt = later(now, lastsSeconds * 1000)
  const offered = threeNumbers()
  const number = offered[randomInt(3)] ?? 10
  await insertApproval(ctx.db, {
    id,
    email: input.email,
    workspace_id: face?.id ?? null,
    number,
    offered,
    ip: ctx.request.ip.slice(0, 45),
    user_agent: ctx.request.userAgent.slice(0, 400),
    asked_at: now,
    expires_at: endsAt,
    ...by,
  })
  await ctx.jobs.announce(ctx, askPhones, { id })
  return {
    // The browser polls, so its answer may arrive after the phone's
    session: waitingReference(ctx, id, later(endsAt, minutes(1))),
    number,
    link: `${ctx.config.publicUrl}/approve?request=${linkReference(ctx, id, referenceKinds.scanned, endsAt)}`,
    seconds: lastsSeconds,
  }
}

/** A stranger's open request must not stop the request of the owner, so each browser or network has its own. */
async function askerOf(ctx: TransactionContext, email: string): Promise<ApprovalAsker> {
  const browser = await browserOf(ctx, async () => (await peopleWith(ctx, email)).map(one => one.user_id))
  const name = browser === undefined ? `network ${networkOf(ctx.request.ip)}` : `browser ${browser}`
  return { asker: keyedHash(ctx.hashKey, 'approval asker', name).toString('base64url'), known: browser !== undefined }
}

function threeNumbers(): number[] {
  const all = new Set<number>()
  while (all.size < 3) all.add(randomInt(10, 100))
  return [...all]
}

export async function approvalState(ctx: TransactionContext) {
  const row = await findApproval(ctx.db, requestOf(ctx.actor))
  if (row?.state === states.approved) return { state: 'approved' as const }
  const waits = row?.state === states.waiting && row.expires_at > ctx.clock.now()
  return { state: waits ? ('waiting' as const) : ('ended' as const) }
}

export async function cancelApproval(ctx: TransactionContext) {
  await endApproval(ctx.db, requestOf(ctx.actor))
  return doneReply
}

/**
 * Signs in the browser with an approved request, once.
 * @throws challenge-refused, way-not-offered, workspace-disabled
 */
export async function finishApproval(ctx: TransactionContext): Promise<Tokens> {
  const row = await claimApproval(ctx.db, requestOf(ctx.actor))
  if (!row) throw problem('challenge-refused')
  const person = (await peopleWith(ctx, row.email)).find(
    one => one.workspace_id === row.approved_workspace && one.user_id === row.approved_user,
  )
  if (!person) throw problem('challenge-refused')
  await enterWorkspace(ctx, person.workspace_id)
  const key = row.approved_key === null ? undefined : await keyById(ctx, row.approved_key)
  return enter(ctx, {
    workspace: person.workspace_id,
    user: person.user_id,
    name: person.user_name,
    owner: person.owner,
    workspaceStatus: person.workspace_status,
    ...(key && { key: { id: key.id, name: key.name }, audited: key.audit }),
    passkey: row.approved_credential ?? undefined,
    position: row.position as Facts['position'],
    method: 'passkey',
    action: 'sign-in.phone',
    // A user can be tricked into an approval, so sensitive changes still require a passkey confirmation
    verified: false,
  })
}
