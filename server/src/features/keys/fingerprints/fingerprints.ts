import { hash } from 'node:crypto'
import { doneReply } from '@claviger/contract/platform/fields'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { enrolmentStates, type fingerprints, templateMessage } from '@claviger/contract/keys/fingerprints'
import { keyKinds, keyStatus } from '@claviger/contract/keys/security-keys'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { mustBeFresh } from '#platform/freshness.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { userToChange } from '#features/people/users/users.rank.ts'
import { userById } from '#features/people/users/users.ts'
import { isSignedCall } from '../access-keys/access-keys.signing.ts'
import { readsFingers } from '../access-keys/access-keys.ts'
import { notifyActivated, notifyOwnerOfKey } from '../security-keys/security-keys.mails.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import { openedByMore } from '../security-keys/security-keys.proof.ts'
import { activateKey, keyById, objectOf } from '../security-keys/security-keys.ts'
import { beginEnrolment, hashOfChallenge } from './fingerprints.begin.ts'
import { templateSubject, type FingerProgram, fingerProgram } from './fingerprints.program.ts'
import * as store from './fingerprints.store.ts'
import type { EnrolmentRow, TemplateRow } from './fingerprints.store.ts'

type InputFor<Call extends keyof typeof fingerprints.calls> = OutputOf<(typeof fingerprints.calls)[Call]['input']>

const { notStarted, pending, fulfilled, cancelled } = enrolmentStates
const mostFingers = 10

/** The current state: an enrollment that didn't start or end in time has expired, even without a report. */
const stateAt = (row: EnrolmentRow, now: Date): number => {
  if (row.state === notStarted && row.starts_before <= now) return cancelled
  return row.state <= pending && row.ends_at <= now ? cancelled : row.state
}

export async function readEnrolment(ctx: TransactionContext, input: { challenge: string }) {
  const row = await store.findEnrolment(ctx.db, hashOfChallenge(input.challenge))
  if (!row) throw problem('not-found')
  return {
    state: stateAt(row, ctx.clock.now()),
    fingers: (await store.templatesOf(ctx.db, row.key_id)).length,
    startsBefore: row.starts_before.toISOString(),
    endsAt: row.ends_at.toISOString(),
    provider: row.provider,
    securityKeyId: row.key_id,
  }
}

/**
 * Restarts an enrollment or adds a finger, which opens everything the key opens.
 * @throws not-found; above-you; verify-first if the key is in use; change-refused for another kind of key
 */
export async function restartEnrolment(ctx: TransactionContext, input: InputFor<'restart'>) {
  const key = await keyById(ctx, input.id)
  if (!key) throw problem('not-found')
  await userToChange(ctx, key.user_id)
  if (key.kind !== keyKinds.fingerprint) throw problem('change-refused', 'This is not a fingerprint key')
  if (key.status !== keyStatus.pending) mustBeFresh(ctx, 'keys.write')
  if (!(await readsFingers(ctx)))
    throw problem('change-refused', 'No fingerprint reader program is registered. Register one first')
  await record(ctx, { action: 'fingerprint.begun', object: objectOf(key) })
  return { challenge: await beginEnrolment(ctx, key, input.provider) }
}

export async function cancelEnrolment(ctx: TransactionContext, input: { challenge: string }) {
  const row = await store.lockEnrolment(ctx.db, hashOfChallenge(input.challenge))
  if (!row) throw problem('not-found')
  await userToChange(ctx, row.user_id)
  if (stateAt(row, ctx.clock.now()) <= pending) await over(ctx, row)
  return doneReply
}

/**
 * The reader program reports enrollment progress. Knowing the challenge is not enough, or any template could
 * pass as the owner's: the program that starts must finish, and it signs each template. Returns the key too.
 * @throws what fingerProgram throws; challenge-refused for one that is invented, of another workspace, or
 * started by another program; fingerprint-over if too late; fingerprint-missing for an end without a finger;
 * fingerprint-refused for an unsigned template
 */
export async function noteProgress(
  ctx: TransactionContext,
  input: InputFor<'progress'>,
): Promise<{ state: number; key: string }> {
  const by = await fingerProgram(ctx)
  const row = await store.lockEnrolment(ctx.db, hashOfChallenge(input.challenge))
  if (!row || (row.app_id !== null && row.app_id !== by.id)) throw problem('challenge-refused')
  if (stateAt(row, ctx.clock.now()) > pending) throw problem('fingerprint-over')
  const state = await step(ctx, row, input, by)
  if (state !== row.state) await store.setFingerprintState(ctx.db, row.id, state)
  return { state, key: row.key_id }
}

async function step(
  ctx: TransactionContext,
  row: EnrolmentRow,
  input: InputFor<'progress'>,
  by: FingerProgram,
): Promise<number> {
  if (input.step === 'started') {
    await store.setProgram(ctx.db, row.id, by.id)
    return pending
  }
  if (input.step === 'cancelled') {
    await over(ctx, row, by)
    return cancelled
  }
  // A reader that never reported the start can't report the end
  if (row.state !== pending) throw problem('fingerprint-over')
  if (input.step === 'finger') {
    await addFinger(ctx, row, by, input)
    return pending
  }
  if ((await store.keepFingersOf(ctx.db, row.id)) === 0) throw problem('fingerprint-missing')
  const key = await keyById(ctx, row.key_id)
  if (key?.status === keyStatus.pending) {
    await activateKey(ctx, key.id, { by, held: true })
    const owner = await userById(ctx, key.user_id)
    if (owner) await notifyActivated(ctx, owner, key)
  } else if (key) {
    await notifyOwnerOfKey(ctx, 'finger-added', key)
    if (!row.own) await openedByMore(ctx, key.id)
  }
  return fulfilled
}

async function addFinger(
  ctx: TransactionContext,
  row: EnrolmentRow,
  by: FingerProgram,
  { template, name, signature, challenge }: InputFor<'progress'>,
): Promise<void> {
  if (template === undefined) throw problem('fingerprint-missing')
  const bytes = Buffer.from(template, 'base64url')
  const { model, key } = by.finger
  const said = templateMessage({ challenge, model, hash: hash('sha256', bytes, 'hex') })
  if (signature === undefined || !isSignedCall(key, said, signature))
    throw problem('fingerprint-refused', 'The template is not signed by the program that sent it')
  const before = await store.templatesOf(ctx.db, row.key_id)
  if (before.length >= mostFingers) throw problem('fingerprint-over', 'Ten fingerprints are already enrolled')
  const id = newId()
  const called = name || `Finger ${before.length + 1}`
  await store.insertTemplate(ctx.db, {
    workspace_id: workspaceOf(ctx),
    id,
    user_id: row.user_id,
    key_id: row.key_id,
    enrolment_id: row.id,
    name: called,
    provider: row.provider,
    model,
    sealed: (await sealerOfWorkspace(ctx)).seal(bytes, templateSubject(id, row)),
    created_at: ctx.clock.now(),
  })
  await record(ctx, {
    action: 'fingerprint.added',
    by,
    object: { type: 'security-key', id: row.key_id, name: called },
    after: { model },
  })
}

async function over(ctx: TransactionContext, row: EnrolmentRow, by?: FingerProgram): Promise<void> {
  await store.setFingerprintState(ctx.db, row.id, cancelled)
  await store.forgetFingersOf(ctx.db, row.id)
  await record(ctx, {
    action: 'fingerprint.added',
    failed: 'The enrolment was cancelled',
    ...(by && { by }),
    object: { type: 'security-key', id: row.key_id, name: 'Fingerprint' },
  })
}

export const fingerById = (ctx: TransactionContext, id: string): Promise<TemplateRow | undefined> =>
  store.findFinger(ctx.db, id)

export async function renameFinger(ctx: TransactionContext, input: { id: string; name: string }) {
  const row = await fingerToChange(ctx, input.id)
  const after = await store.renameTemplate(ctx.db, row.id, input.name)
  await record(ctx, {
    action: 'fingerprint.renamed',
    object: { type: 'security-key', id: row.key_id, name: input.name },
    before: { name: row.name },
    after: { name: input.name },
  })
  return { id: after.id, name: after.name, createdAt: after.created_at.toISOString() }
}

export async function removeFinger(ctx: TransactionContext, input: { id: string }) {
  const row = await fingerToChange(ctx, input.id)
  await store.deleteTemplate(ctx.db, row.id)
  await record(ctx, {
    action: 'fingerprint.deleted',
    object: { type: 'security-key', id: row.key_id, name: row.name },
    before: { name: row.name, owner: row.user_id },
  })
  const key = await keyById(ctx, row.key_id)
  if (key) await notifyOwnerOfKey(ctx, 'finger-deleted', key)
  return doneReply
}

async function fingerToChange(ctx: TransactionContext, id: string) {
  const row = await store.lockTemplate(ctx.db, id)
  if (!row) throw problem('not-found')
  await userToChange(ctx, row.user_id)
  return row
}
