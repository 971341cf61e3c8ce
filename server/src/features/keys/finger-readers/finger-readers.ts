import { hash, randomBytes } from 'node:crypto'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { type fingerReaders, matchMessage, matchSeconds } from '@claviger/contract/keys/finger-readers'
import { enrolmentStates, type fingerprints } from '@claviger/contract/keys/fingerprints'
import { later } from '#platform/clock.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { idBytes } from '#platform/ids.ts'
import { msg } from '#platform/languages.ts'
import { Problem, problem } from '#platform/problem.ts'
import { recordRefused } from '#platform/record/record-refused.ts'
import { sameBytes } from '#platform/secrets/seal.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { withoutTransaction } from '#http/bind.ts'
import { executeFor } from '../access-keys/access-keys.ts'
import { isSignedCall } from '../access-keys/access-keys.signing.ts'
import { spendChallenge } from '../credentials/credentials.ts'
import { type FingerProgram, fingerProgram } from '../fingerprints/fingerprints.program.ts'
import { fingerById, noteProgress } from '../fingerprints/fingerprints.ts'
import { makeOwnPasskey } from '../own-site/own-site.finger.ts'
import { handleOfKey, keyById, objectOf } from '../security-keys/security-keys.ts'

type Shown = OutputOf<typeof fingerReaders.execute.input>

/**
 * The reader program reports enrollment progress. At its end the key gets its passkey for this installation.
 * @throws what noteProgress throws
 */
export const enrol = withoutTransaction(
  async (ctx: RequestContext, input: OutputOf<(typeof fingerprints.calls.progress)['input']>) => {
    const { state, key } = await ctx.transact(inner => noteProgress(inner, input))
    if (state === enrolmentStates.fulfilled) await makeOwnPasskey(ctx, key)
    return { state }
  },
)

/** A challenge for this program, to be signed with a finger match. @throws what fingerProgram throws */
export async function beginMatch(ctx: TransactionContext) {
  const program = await fingerProgram(ctx)
  const endsAt = later(ctx.clock.now(), matchSeconds * 1000)
  const payload = Buffer.concat([idBytes(program.id), randomBytes(16)])
  return { challenge: ctx.references.sign('finger', payload, endsAt), endsAt: endsAt.toISOString() }
}

/**
 * Lets the authenticator of a fingerprint key answer a CTAP2 request. A match vouches for the owner in this
 * request only and is spent before the answer.
 * @throws what fingerProgram throws, fingerprint-refused, and the refusals of any server-held key
 */
export const executeByFinger = withoutTransaction(async (ctx: RequestContext, input: Shown) => {
  const { computerId, request, session, match } = input
  const key = await ctx.transact(inner => fingerShown(inner, input))
  const matched = match !== undefined
  return executeFor(ctx, { card: handleOfKey(key), computerId, request, session, tapped: matched, matched })
})

async function fingerShown(ctx: TransactionContext, input: Shown): Promise<string> {
  const program = await fingerProgram(ctx)
  const finger = await fingerById(ctx, input.finger)
  if (!finger) throw await refused(ctx, program, undefined, msg('This fingerprint is not registered'))
  if (finger.model !== program.finger.model)
    throw await refused(ctx, program, finger, msg('The fingerprint was enrolled with another reader model'))
  if (!input.match) return finger.key_id
  const { challenge, signature } = input.match
  const payload = ctx.references.read('finger', challenge, ctx.clock.now())
  if (!payload || !sameBytes(payload.subarray(0, 16), idBytes(program.id)))
    throw await refused(ctx, program, finger, msg('The match has expired or was made for another program'))
  const said = matchMessage({
    challenge,
    model: finger.model,
    finger: input.finger,
    computerId: input.computerId,
    hash: hash('sha256', Buffer.from(input.request, 'base64url'), 'hex'),
  })
  if (!isSignedCall(program.finger.key, said, signature))
    throw await refused(ctx, program, finger, msg('The match is not signed for this fingerprint and request'))
  try {
    await spendChallenge(ctx, payload, ctx.references.endOf(challenge))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw await refused(ctx, program, finger, msg('The match was already used'))
  }
  return finger.key_id
}

async function refused(
  ctx: TransactionContext,
  { name }: FingerProgram,
  finger: { key_id: string } | undefined,
  failed: string,
): Promise<Problem> {
  const key = finger && (await keyById(ctx, finger.key_id))
  const refusal = problem('fingerprint-refused', failed)
  if (!key?.audit) return refusal
  const entry = { action: 'security-key.refused', failed, by: { id: null, name }, object: objectOf(key) } as const
  return refusal.but(workspaceOf(ctx), kept => recordRefused(kept, entry, { known: key.id }))
}
