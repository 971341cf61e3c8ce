import type { Assertion } from '@claviger/contract/keys/ceremony'
import { msg } from '../../../ground/languages.ts'
import { newId } from '../../../ground/ids.ts'
import { Problem } from '../../../ground/problem.ts'
import { record } from '../../../ground/record.ts'
import type { Ctx, OutsideCtx } from '../../../ground/world.ts'
import { userById } from '../../people/users/users.ts'
import { ownApp } from '../access-keys/own-app.ts'
import { statuses } from '../authenticator/wire/status.ts'
import {
  creationFor,
  newChallenge,
  passkeysOn,
  requestFor,
  spendChallenge,
  storePasskey,
  verifiedPasskey,
} from '../credentials/credentials.ts'
import { answerTap } from '../held-keys/held-keys.ts'
import { keyOfCard, type KeyRow, objectOf } from '../security-keys/security-keys.ts'
import { later, minutes } from '../../../ground/clock.ts'
import { makePasskey, usePasskey } from './ceremonies.ts'
import { Declined, type Send } from './platform.ts'

interface Tapped {
  /** Canonical number. */
  readonly card: string
  readonly pin: string
  /** Whose card it must be; left out, anybody's. */
  readonly owner?: string
}

/** A passkey's answer to a challenge, given on the server where the card's passkeys are. */
interface Answered {
  readonly assertion: Assertion
  readonly challenge: Uint8Array
  readonly endsAt: Date
}

/**
 * Lets a card answer for our own pages, by its passkey for them, which it makes at its first use. Undefined where it does
 * not: nobody has the card, its PIN is wrong, or it may not be used; who administrates sees in the log which. Wrong PINs
 * count as at any reader. Throws model-denied and attestation-demanded by the rules of the workspace.
 */
export async function answerByCard(ctx: OutsideCtx, tapped: Tapped): Promise<Answered | undefined> {
  const { key, app } = await ctx.transact(async inner => ({
    key: await keyOfCard(inner, tapped.card),
    app: await ownApp(inner),
  }))
  if (!key || key.binned || (tapped.owner !== undefined && key.user_id !== tapped.owner)) return undefined
  const tap = { app, card: tapped.card, computer: newId(), tapped: false, account: undefined }
  const atCard = (): Send => {
    let session: string | undefined
    return async request => {
      const answer = await answerTap(ctx, { ...tap, request, session })
      session = answer.session
      return answer.response
    }
  }
  try {
    return await answered(ctx, key, tapped.pin, atCard)
  } catch (error) {
    const why = refusalIn(error)
    if (why === undefined) throw error
    await ctx.transact(inner => logRefused(inner, key, why))
    return undefined
  }
}

async function answered(ctx: OutsideCtx, key: KeyRow, pin: string, atCard: () => Send): Promise<Answered> {
  const given = () => ({ send: atCard(), pin, origin: ctx.config.publicUrl })
  const challenge = newChallenge()
  const ask = async () => {
    const known = await ctx.transact(inner => passkeysOn(inner, key.user_id, key.id))
    if (known.length === 0) throw new Declined(statuses.NO_CREDENTIALS)
    const allow = known.map(id => ({ id: id.toString('base64url') }))
    return usePasskey(given(), requestFor(ctx, challenge, allow))
  }
  const assertion = await ask().catch(async (error: unknown) => {
    if (!(error instanceof Declined) || error.status !== statuses.NO_CREDENTIALS) throw error
    await addPasskey(ctx, key, given())
    return ask()
  })
  return { assertion, challenge, endsAt: later(ctx.clock.now(), minutes(1)) }
}

/** Makes the passkey that a card has for our own pages, and stores it as any other. */
async function addPasskey(ctx: OutsideCtx, key: KeyRow, given: Parameters<typeof makePasskey>[0]): Promise<void> {
  const challenge = newChallenge()
  const options = await ctx.transact(async inner => {
    const owner = await userById(inner, key.user_id)
    const displayName = `${owner?.first_name} ${owner?.last_name}`
    const user = { id: key.user_id, name: owner?.email ?? displayName, displayName }
    return creationFor(inner, { user, challenge, attachment: 'cross-platform', exclude: [] })
  })
  const response = await makePasskey(given, options)
  const passkey = verifiedPasskey(ctx, { response, challenge })
  await ctx.transact(async inner => {
    await spendChallenge(inner, challenge, later(inner.clock.now(), minutes(1)))
    await storePasskey(inner, key.user_id, passkey, key.name, key.id)
  })
}

const reasons: Record<number, string> = {
  [statuses.PIN_AUTH_BLOCKED]: msg('A PIN was tried too soon after wrong ones'),
  [statuses.PIN_BLOCKED]: msg('The security key is suspended or blocked'),
  [statuses.PIN_NOT_SET]: msg('The card has no PIN'),
  [statuses.INVALID_SUBCOMMAND]: msg('The card has no PIN'),
  [statuses.PIN_POLICY_VIOLATION]: msg('The PIN must be changed first'),
}

/** Why a card did not answer, for the log; '' where that is logged already, undefined for anything else. */
function refusalIn(error: unknown): string | undefined {
  if (error instanceof Declined)
    return error.status === statuses.PIN_INVALID ? '' : (reasons[error.status] ?? msg('The card could not be used'))
  if (!(error instanceof Problem)) return undefined
  if (error.code === 'card-unknown') return ''
  if (error.code === 'key-pending') return msg('The security key is not active')
  return error.code.startsWith('key-') ? msg('The security key is suspended or blocked') : undefined
}

async function logRefused(ctx: Ctx, key: KeyRow, failed: string): Promise<void> {
  if (failed === '') return
  const owner = await userById(ctx, key.user_id)
  const by = { id: key.user_id, name: `${owner?.first_name} ${owner?.last_name}` }
  await record(ctx, { action: 'sign-in.card', kind: 'use', failed, object: objectOf(key), by })
}
