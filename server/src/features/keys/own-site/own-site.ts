import type { Assertion } from '@claviger/contract/keys/ceremony'
import type { OpenedAccount } from '@claviger/contract/keys/sharing'
import { msg } from '#platform/languages.ts'
import { newId } from '#platform/ids.ts'
import { waitBeforeRetry } from '#platform/retry-pause.ts'
import { Problem, problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { ctapStatuses } from '#platform/ctap/ctap-status.ts'
import { userById } from '#features/people/users/users.ts'
import { refusalOf } from '#features/decide/decisions/decisions.refusal.ts'
import type { Decision } from '#features/decide/decisions/decisions.ts'
import { ownApp } from '../access-keys/access-keys.own.ts'
import {
  creationFor,
  newChallenge,
  passkeysOn,
  passkeysOnCards,
  requestFor,
  rpIdOf,
  spendChallenge,
  storePasskey,
  verifiedPasskey,
} from '../credentials/credentials.ts'
import { mayOpen } from '../held-keys/held-keys.policies.ts'
import { answerTap, claimPasskeyCreation, finishPasskeyCreation } from '../held-keys/held-keys.ts'
import { accountsOf } from '../sharing/sharing.accounts.ts'
import { keyOfCard, type SecurityKeyRow, objectOf } from '../security-keys/security-keys.ts'
import { later, minutes } from '#platform/clock.ts'
import { makePasskey, usePasskey } from './ceremonies.ts'
import { AuthenticatorRefusal, provePin, type Send } from './platform.ts'

interface Tapped {
  /** Canonical number. */
  readonly card: string
  readonly pin: string
  readonly owner?: string
  readonly account?: string | undefined
}

interface Answered {
  readonly assertion: Assertion
  readonly challenge: Uint8Array
  readonly endsAt: Date
  /** Signed by the server, so the counter can't reveal a clone: concurrent answers may arrive out of order. */
  readonly ours: true
  /** The holder of the card, if the account is another user's. */
  readonly behind?: { readonly person: Person; readonly key: Person; readonly audited: boolean }
  readonly decision?: Decision | undefined
}

interface Person {
  readonly id: string
  readonly name: string
}

interface ToChoose {
  readonly accounts: readonly OpenedAccount[]
}

/**
 * Lets a card answer for our own page with its passkey, created at its first use. Undefined if it can't: unknown
 * card, wrong PIN, or unusable; the log tells administrators which. Wrong PINs count as at any reader. If the
 * card opens several accounts, one must be chosen; accounts blocked by access policies are not offered. Other
 * users' accounts answer with the passkeys of their own cards.
 * @throws policy-refused, account-not-shared; model-denied, attestation-demanded by the workspace's rules
 */
export async function answerByCard(ctx: RequestContext, tapped: Tapped): Promise<Answered | ToChoose | undefined> {
  const { key, app, accounts, open } = await ctx.transact(async inner => {
    const found = await keyOfCard(inner, tapped.card)
    const usable = found ? await accountsHere(inner, found) : []
    const rp = rpIdOf(inner.config.publicUrl)
    return {
      key: found,
      app: await ownApp(inner),
      accounts: usable,
      open: found ? await mayOpen(inner, found, usable, { rp }) : [],
    }
  })
  if (!key || key.binned || (tapped.owner !== undefined && key.user_id !== tapped.owner)) return undefined
  const tap = { app, card: tapped.card, computer: newId(), tapped: false }
  const judged: { decision?: Decision | undefined } = {}
  const atCard = (account?: string): Send => {
    let session: string | undefined
    return async request => {
      const answer = await answerTap(ctx, { ...tap, request, session, account })
      if (answer.refused) throw refusalOf(answer.refused)
      session = answer.session
      judged.decision = answer.decision ?? judged.decision
      return answer.response
    }
  }
  const { pin, account } = tapped
  try {
    // With one account left there is no choice; with none, the owner's account is refused with the reason
    const only = account ?? (open.length <= 1 ? (open[0]?.id ?? key.user_id) : undefined)
    if (only === key.user_id) return { ...(await answered(ctx, key, pin, () => atCard())), ...judged }
    const chosen = accounts.find(one => one.id === only)
    if (chosen) return { ...(await answeredFor(ctx, key, pin, chosen, atCard)), ...judged }
    // Only a caller who knows the PIN learns what a card opens
    await provePin(atCard(), pin, rpIdOf(ctx.config.publicUrl))
    if (account === undefined) return { accounts: open }
  } catch (error) {
    const why = refusalIn(error)
    if (why === undefined) throw error
    await ctx.transact(inner => logRefused(inner, key, why))
    return undefined
  }
  throw problem('account-not-shared')
}

async function accountsHere(ctx: TransactionContext, key: SecurityKeyRow): Promise<OpenedAccount[]> {
  const all = await accountsOf(ctx, key)
  if (all.length <= 1) return all
  const known = await passkeysOnCards(
    ctx,
    all.map(one => one.id),
  )
  const here = all.filter(one => one.own || known.has(one.id))
  return here.some(one => one.isDefault) ? here : here.map(one => ({ ...one, isDefault: one.own }))
}

async function answeredFor(
  ctx: RequestContext,
  key: SecurityKeyRow,
  pin: string,
  { id }: OpenedAccount,
  atCard: (account: string) => Send,
): Promise<Answered> {
  const { allow, owner } = await ctx.transact(async inner => ({
    allow: (await passkeysOnCards(inner, [id])).get(id) ?? [],
    owner: await userById(inner, key.user_id),
  }))
  const challenge = newChallenge()
  const options = requestFor(
    ctx,
    challenge,
    allow.map(one => ({ id: one.toString('base64url') })),
  )
  const assertion = await usePasskey({ send: atCard(id), pin, origin: ctx.config.publicUrl }, options)
  const person = { id: key.user_id, name: `${owner?.first_name} ${owner?.last_name}` }
  const behind = { person, key: { id: key.id, name: key.name }, audited: key.audit }
  return { assertion, challenge, endsAt: later(ctx.clock.now(), minutes(1)), ours: true, behind }
}

/** How long a first use waits for a concurrent one, which creates the passkey for both, ms. */
const WAITS = 10_000

async function answered(ctx: RequestContext, key: SecurityKeyRow, pin: string, atCard: () => Send): Promise<Answered> {
  const given = () => ({ send: atCard(), pin, origin: ctx.config.publicUrl })
  const challenge = newChallenge()
  const ask = async () => {
    const known = await ctx.transact(inner => passkeysOn(inner, key.user_id, key.id))
    if (known.length === 0) throw new AuthenticatorRefusal(ctapStatuses.NO_CREDENTIALS)
    const allow = known.map(id => ({ id: id.toString('base64url') }))
    return usePasskey(given(), requestFor(ctx, challenge, allow))
  }
  const until = performance.now() + WAITS
  for (let made = 0, round = 0; ;)
    try {
      return { assertion: await ask(), challenge, endsAt: later(ctx.clock.now(), minutes(1)), ours: true }
    } catch (error) {
      const isNew = error instanceof AuthenticatorRefusal && error.status === ctapStatuses.NO_CREDENTIALS
      if (!isNew || made > 1 || performance.now() > until) throw error
      if (await firstUse(ctx, key, given)) made += 1
      else await waitBeforeRetry(round++)
    }
}

/**
 * Makes a card's passkey for this installation, unless another request is doing so: of two, one would be
 * unusable.
 */
async function firstUse(
  ctx: RequestContext,
  key: SecurityKeyRow,
  given: () => Parameters<typeof makePasskey>[0],
): Promise<boolean> {
  if (!(await ctx.transact(inner => claimPasskeyCreation(inner, key.id)))) return false
  try {
    // A concurrent first use may have finished before this one began
    const known = await ctx.transact(inner => passkeysOn(inner, key.user_id, key.id))
    if (known.length === 0) await addPasskey(ctx, key, given())
    return true
  } finally {
    await ctx.transact(inner => finishPasskeyCreation(inner, key.id))
  }
}

async function addPasskey(
  ctx: RequestContext,
  key: SecurityKeyRow,
  given: Parameters<typeof makePasskey>[0],
): Promise<void> {
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
    await storePasskey(inner, key.user_id, passkey, { name: key.name, key: key.id })
  })
}

const reasons: Record<number, string> = {
  [ctapStatuses.PIN_AUTH_BLOCKED]: msg('A PIN was entered too soon after wrong PINs'),
  [ctapStatuses.PIN_BLOCKED]: msg('The security key is suspended or blocked'),
  [ctapStatuses.PIN_NOT_SET]: msg('The card has no PIN'),
  [ctapStatuses.INVALID_SUBCOMMAND]: msg('The card has no PIN'),
  [ctapStatuses.PIN_POLICY_VIOLATION]: msg('The PIN must be changed first'),
}

/** Why a card didn't answer, for the log; '' if already logged, undefined for other errors. */
function refusalIn(error: unknown): string | undefined {
  if (error instanceof AuthenticatorRefusal)
    return error.status === ctapStatuses.PIN_INVALID ? '' : (reasons[error.status] ?? msg("The card couldn't be used"))
  if (!(error instanceof Problem)) return undefined
  if (error.code === 'card-unknown') return ''
  if (error.code === 'key-waiting') return msg("The security key is waiting for its owner's confirmation")
  if (error.code === 'key-pending') return msg('The security key is not active')
  return error.code.startsWith('key-') ? msg('The security key is suspended or blocked') : undefined
}

async function logRefused(ctx: TransactionContext, key: SecurityKeyRow, failed: string): Promise<void> {
  if (failed === '') return
  const owner = await userById(ctx, key.user_id)
  const by = { id: key.user_id, name: `${owner?.first_name} ${owner?.last_name}` }
  await record(ctx, { action: 'sign-in.card', failed, object: objectOf(key), by })
}
