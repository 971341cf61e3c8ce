import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { approvals } from '@claviger/contract/access/approvals'
import { doneReply } from '@claviger/contract/platform/fields'
import { msg, sayTo } from '#platform/languages.ts'
import { type Problem, problem } from '#platform/problem.ts'
import { transact, userOf, workspaceOf } from '#platform/db/transaction.ts'
import { deviceInWords } from '#platform/user-agent.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { refusedByPolicy } from '#features/decide/decisions/decisions.refusal.ts'
import { decideUse, keptDecisionOf, mayDependOnPosition, noteReports } from '#features/decide/decisions/decisions.ts'
import { levelOfKey } from '#features/decide/strengths/strengths.meet.ts'
import { newChallenge, requestFor, userOfHandle, withAssertion } from '#features/keys/credentials/credentials.ts'
import { mayApprove } from '#features/keys/push/push.ts'
import { faceOf } from '#features/tenancy/workspaces/workspaces.ts'
import { offersMethod, peopleWith } from '../sign-in/sign-in.ts'
import { noteRefusedApproval } from './approvals.jobs.ts'
import * as store from './approvals.store.ts'
import type { ApprovalRow } from './approvals.store.ts'
import { pauseMemory } from './approval-pause.ts'
import { answerReference, linkReference, readAnswer, readLink, referenceKinds } from './references.ts'
import { later } from '#platform/clock.ts'

type InputOf<Call extends keyof (typeof approvals)['calls']> = OutputOf<(typeof approvals)['calls'][Call]['input']>

async function askedBy(ctx: TransactionContext, row: ApprovalRow) {
  const face = row.workspace_id === null ? undefined : await faceOf(ctx, row.workspace_id)
  return {
    email: row.email,
    workspace: face?.name ?? null,
    device: deviceInWords(row.user_agent, sayTo(ctx)),
    ip: row.ip,
    askedAt: row.asked_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }
}

const waits = (row: ApprovalRow | undefined, now: Date): row is ApprovalRow =>
  row?.state === store.states.waiting && row.expires_at > now

export async function ownApprovals(ctx: TransactionContext) {
  const { email } = userOf(ctx)
  const now = ctx.clock.now()
  const all = email === null ? [] : await store.approvalsSince(ctx.db, email, later(now, -pauseMemory))
  const here = all.filter(row => waits(row, now) && (row.workspace_id ?? workspaceOf(ctx)) === workspaceOf(ctx))
  const items = []
  for (const row of here)
    items.push({
      ...(await askedBy(ctx, row)),
      request: linkReference(ctx, row.id, referenceKinds.told, row.expires_at),
    })
  return { items }
}

/** A request with its choice of numbers and a challenge for the phone. @throws approval-over */
export async function readApproval(ctx: TransactionContext, input: InputOf<'look'>) {
  const row = await store.findApproval(ctx.db, readLink(ctx, input.request).id)
  if (!waits(row, ctx.clock.now())) throw problem('approval-over')
  const challenge = newChallenge()
  return {
    ...(await askedBy(ctx, row)),
    session: answerReference(ctx, row.id, challenge, row.expires_at),
    numbers: row.offered,
    options: requestFor(ctx, challenge),
  }
}

/**
 * Approves a sign-in with a phone's passkey, for the user who owns it. A wrong number ends the request. If a policy
 * depends on the location and the phone sent none, throws position-wanted; the same assertion is then valid once more
 * together with the location.
 * @throws approval-over, approval-number, approval-other, way-not-offered, policy-refused, approval-key,
 * challenge-refused, passkey-refused, passkey-malformed, position-wanted
 */
export async function answerApproval(ctx: RequestContext, input: InputOf<'answer'>) {
  const { id, challenge, endsAt } = readAnswer(ctx, input.session)
  const handle = userOfHandle(input.assertion.userHandle)
  if (!handle) throw problem('passkey-refused')
  const { workspace } = handle
  const given = { assertion: input.assertion, challenge, endsAt, action: 'approval.given' } as const
  await transact(ctx, { actor: ctx.actor, request: ctx.request, workspace }, inside =>
    withAssertion(inside, given, async who => {
      const row = await store.lockApproval(inside.db, id)
      if (!waits(row, inside.clock.now())) throw problem('approval-over')
      const by = { id: who.user, name: who.name }
      const object = { type: 'security-key', ...who.key }
      const refused = (is: Problem, failed: string, ends = false) =>
        is.but(workspace, async kept => {
          if (ends) await store.endApproval(kept.db, id)
          await record(kept, { action: 'approval.given', failed, by, object })
        })
      const meant = (await peopleWith(inside, row.email)).find(
        one => one.workspace_id === workspace && one.user_id === who.user,
      )
      if (!meant || (row.workspace_id ?? workspace) !== workspace)
        throw refused(problem('approval-other'), msg('The request was for another account'))
      if (!offersMethod(meant, 'phone'))
        throw refused(problem('way-not-offered'), msg("The authentication profile doesn't allow this sign-in method"))
      if (!(await mayApprove(inside, who.user, who.key.id)))
        throw refused(problem('approval-key'), msg("This key can't approve sign-ins"))
      if (input.number !== row.number)
        throw refused(problem('approval-number'), msg("The number didn't match the one on the computer"), true)
      // The IP address is the computer's, but the location is the phone's
      const at = { ip: row.ip, position: input.position ?? null, signedInAt: inside.clock.now().toISOString() }
      // Approving is weaker than using the passkey on the phone itself
      const level = levelOfKey({ keyKind: who.known.keyKind ?? null, copied: true, way: 'phone' })
      const decision = await decideUse(inside, { ...who.known, ...at, level, entry: 'own-phone' })
      if (input.position === undefined && mayDependOnPosition(decision)) throw problem('position-wanted')
      if (!decision.verdict.allowed)
        throw refusedByPolicy({ workspace }, decision, { action: 'approval.given', by, object })
      await noteReports(inside, decision)
      // Applications that the browser opens later decide by it
      const position = decision.set.asks.has('circles') ? (input.position ?? null) : null
      await store.markApproved(inside.db, id, {
        workspace,
        user: who.user,
        key: who.key.id,
        passkey: who.credential,
        position,
      })
      const after = { device: deviceInWords(row.user_agent), address: row.ip }
      const audited = who.audited && { object, decision: keptDecisionOf(decision) }
      await record(inside, { action: 'approval.given', by, ...audited, after })
    }),
  )
  return doneReply
}

/**
 * Ends a request. If the link went only to its owner, logs it and asks the owner by email; a scanned code may be used
 * by anyone.
 * @throws approval-over
 */
export async function refuseApproval(ctx: TransactionContext, input: InputOf<'refuse'>) {
  const { id, way } = readLink(ctx, input.request)
  const row = await store.lockApproval(ctx.db, id)
  if (!waits(row, ctx.clock.now())) throw problem('approval-over')
  await store.endApproval(ctx.db, id)
  if (way === referenceKinds.told) await ctx.jobs.announce(ctx, noteRefusedApproval, { id, request: ctx.request })
  return doneReply
}
