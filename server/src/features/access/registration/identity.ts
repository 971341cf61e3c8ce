import type { registration } from '@claviger/contract/access/registration'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { withoutTransaction } from '#http/bind.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { provesPasskey, requestFor } from '#features/keys/credentials/credentials.ts'
import { codeFor } from './registration-codes.ts'
import { keepChallenge, passkeyIn, takeChallenge } from './passkey.ts'
import { offeredCheck, takeCheck } from './identity-check.ts'
import { answerRegistration, at, stateOfRegistration, verifierOf } from './registration.ts'

type Calls = typeof registration
type Input<Name extends keyof Calls['calls']> = OutputOf<Calls['calls'][Name]['input']>
type Reply<Name extends keyof Calls['calls']> = OutputOf<Calls['calls'][Name]['reply']>

/** WebAuthn options to confirm the identity, null without a passkey; or the operator's verification service. */
export async function identityOptions(ctx: TransactionContext): Promise<Reply<'identityOptions'>> {
  const row = await at(ctx, 'confirm-identity')
  const verifier = await offeredCheck(ctx, row)
  const passkey = passkeyIn(row)
  if (!passkey || verifier) return { request: null, verifier }
  const known = { id: passkey.credentialId, transports: passkey.transports }
  return { request: requestFor(ctx, await keepChallenge(ctx, row, 'confirm-identity'), [known]), verifier }
}

/** Confirms the identity with the passkey, or with a code that is emailed now and entered in the next step. */
export const confirmIdentity = withoutTransaction(
  async (ctx: RequestContext, input: Input<'confirmIdentity'>): Promise<Reply<'confirmIdentity'>> => {
    const { assertion } = input
    if (verifierOf(ctx) !== null) return confirmVerified(ctx, input.verified)
    if (assertion === undefined) return ctx.transact(mailCode)
    const { challenge: sent, row: before } = await takeChallenge(ctx, 'confirm-identity')
    const waiting = passkeyIn(before)
    if (!waiting) throw problem('passkey-refused')
    const ids = { workspace: before.workspace_id, user: before.owner_id }
    const passkey = provesPasskey(ctx, { assertion, challenge: sent, passkey: waiting, ...ids })
    return ctx.transact(async inside => {
      const row = await at(inside, 'confirm-identity')
      // The passkey may have been replaced by a concurrent call
      if (passkeyIn(row)?.credentialId !== waiting.credentialId) throw problem('passkey-refused')
      const identity_confirmed_at = inside.clock.now()
      return answerRegistration(inside, row, 'verify', { passkey: JSON.stringify(passkey), identity_confirmed_at })
    })
  },
)

/** Confirms by the verification service alone: a passkey or code says nothing about a name. @throws identity-unverified */
async function confirmVerified(ctx: RequestContext, code = ''): Promise<Reply<'confirmIdentity'>> {
  const state = await ctx.transact(async inside => {
    const row = await at(inside, 'confirm-identity')
    // Used up even if it is refused
    if (!(await takeCheck(inside, row, code))) return undefined
    return answerRegistration(inside, row, 'confirm-identity', { identity_confirmed_at: inside.clock.now() })
  })
  if (!state) throw problem('identity-unverified')
  return state
}

async function mailCode(ctx: TransactionContext) {
  const row = await at(ctx, 'confirm-identity')
  if (row.passkey !== null) throw problem('passkey-refused')
  if (row.identity_confirmed_at !== null) return stateOfRegistration(ctx, row)
  return answerRegistration(ctx, row, 'confirm-identity', await codeFor(ctx, row, 'verify'))
}
