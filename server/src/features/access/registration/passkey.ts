import type { registration } from '@claviger/contract/access/registration'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { withoutTransaction } from '#http/bind.ts'
import { later, minutes } from '#platform/clock.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { creationFor, newChallenge, type NewPasskey, verifiedPasskey } from '#features/keys/credentials/credentials.ts'
import { linkChallenge, storeLinkPasskey } from './registration-links.ts'
import { at, keptKey } from './registration.ts'
import { type RegistrationRow, updateRegistration } from './registration.store.ts'

type Calls = typeof registration
type Input<Name extends keyof Calls['calls']> = OutputOf<Calls['calls'][Name]['input']>
type Reply<Name extends keyof Calls['calls']> = OutputOf<Calls['calls'][Name]['reply']>

// A browser waits 60 or 90 seconds (R169); a user who looks for a key takes longer
const challengeMinutes = 3

// A byte after the challenge stores the step it was created for
const purposes = { 'security-key': 1, 'confirm-identity': 2 } as const
type Purpose = keyof typeof purposes

export async function keepChallenge(ctx: TransactionContext, row: RegistrationRow, step: Purpose): Promise<Buffer> {
  const made = newChallenge()
  const challenge_expires_at = later(ctx.clock.now(), minutes(challengeMinutes))
  const kept = Buffer.concat([made, Buffer.of(purposes[step])])
  await updateRegistration(ctx.db, row.id, { challenge: kept, challenge_expires_at })
  return made
}

/** Consumes the challenge in a separate transaction, so that it is used up whatever the response is worth. */
export const takeChallenge = (
  ctx: RequestContext,
  step: Purpose,
): Promise<{ challenge: Buffer; row: RegistrationRow }> =>
  ctx.transact(async inside => {
    const row = await at(inside, step)
    const { challenge: kept, challenge_expires_at: endsAt } = row
    if (kept?.[32] !== purposes[step] || endsAt === null || endsAt <= inside.clock.now())
      throw problem('challenge-refused')
    await updateRegistration(inside.db, row.id, { challenge: null })
    return { challenge: kept.subarray(0, 32), row }
  })

/** WebAuthn options to create a passkey, for a registration or an emailed link. */
export async function challengeForRegistration(
  ctx: TransactionContext,
  input: Input<'challenge'>,
): Promise<Reply<'challenge'>> {
  if (ctx.actor.kind === 'link') return { creation: await linkChallenge(ctx, input.attachment) }
  const row = await at(ctx, 'security-key')
  const displayName = row.first_name === null ? row.email : `${row.first_name} ${row.last_name}`
  const user = { id: row.owner_id, workspace: row.workspace_id, name: row.email, displayName }
  const creation = creationFor(ctx, {
    user,
    challenge: await keepChallenge(ctx, row, 'security-key'),
    attachment: input.attachment,
    exclude: [],
  })
  return { creation }
}

/** Verifies the new passkey. A registration keeps it until its user exists; for a link it is stored immediately. */
export const storeRegistrationPasskey = withoutTransaction(
  async (ctx: RequestContext, input: Input<'storePasskey'>): Promise<Reply<'storePasskey'>> => {
    if (ctx.actor.kind === 'link') return { state: null, ...(await storeLinkPasskey(ctx, input)) }
    const taken = await takeChallenge(ctx, 'security-key')
    const passkey = verifiedPasskey(ctx, { response: input, challenge: taken.challenge })
    return ctx.transact(async inside => {
      const row = await at(inside, 'security-key')
      return { state: await keepPasskey(inside, row, { ...passkey, name: input.name }), tokens: null, opensFrom: null }
    })
  },
)

export const skipPasskey = async (ctx: TransactionContext) => keepPasskey(ctx, await at(ctx, 'security-key'), null)

type WaitingPasskey = NewPasskey & { name?: string | undefined }

/** The passkey stored until its user exists. */
export const passkeyIn = (row: RegistrationRow): WaitingPasskey | null =>
  row.passkey as unknown as WaitingPasskey | null

const keepPasskey = (ctx: TransactionContext, row: RegistrationRow, passkey: WaitingPasskey | null) =>
  keptKey(ctx, row, { passkey: passkey && JSON.stringify(passkey), card_sealed: null })
