import { userSources } from '@claviger/contract/people/users'
import { randomInt } from 'node:crypto'
import type { account, OwnAccount } from '@claviger/contract/access/account'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { messages } from '@claviger/contract/platform/messages'
import { later, minutes } from '#platform/clock.ts'
import { deferText } from '#platform/languages.ts'
import { Problem, problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { keyedHash, sameBytes } from '#platform/secrets/seal.ts'
import { userOf, workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { mustBeFresh } from '#platform/freshness.ts'
import { mustShareBelowOwnRole } from '#features/people/users/users.rank.ts'
import { changeContact, phoneOf } from '#features/people/users/users.ts'
import { guessAt } from '../guesses/guesses.secrets.ts'
import { releaseGuess } from '../guesses/guesses.ts'
import { mailContactCode, mailNotice } from './account.mails.ts'
import * as store from './account.store.ts'
import type { ContactChange } from './account.store.ts'
import { me, selfOf } from './account.ts'

type Input = OutputOf<typeof account.changeContact.input>

const hashOfCode = (ctx: { hashKey: Uint8Array }, user: string, code: string) =>
  keyedHash(ctx.hashKey, 'contact code', `${user}:${code}`)

interface Wanted {
  email: string | null
  phone_country: string | null
  phone_number: string | null
}

function wantedBy(input: Input): Wanted {
  if (input.email !== undefined) return { email: input.email, phone_country: null, phone_number: null }
  if (input.phoneNumber === undefined) {
    const message = messages['required.email']
    throw problem('invalid-input', message, [{ field: 'email', message }])
  }
  const phone = input.phoneNumber && phoneOf(input.phoneNumber)
  return { email: null, phone_country: phone?.country ?? null, phone_number: phone?.number ?? null }
}

const isSame = (a: Wanted, b: Wanted) =>
  a.email === b.email && a.phone_country === b.phone_country && a.phone_number === b.phone_number

/**
 * Starts a change of the user's own email or phone; it takes effect only with the code. Repeated codes for the same
 * change are delayed.
 * @throws verify-first, invalid-phone, imported-read-only, no-email, code-too-soon
 */
export async function beginContactChange(ctx: TransactionContext, input: Input) {
  mustBeFresh(ctx)
  const wanted = wantedBy(input)
  const self = await selfOf(ctx)
  if (self.source !== userSources.local) throw problem('imported-read-only')
  const now = ctx.clock.now()
  const resendAfter = ctx.config.codeMinutes * 60
  const earlier = await store.findContactChange(ctx.db, self.id)
  const seconds = earlier ? Math.ceil((earlier.sent_at.getTime() - now.getTime()) / 1000) + resendAfter : 0
  if (earlier && isSame(earlier, wanted) && seconds > 0) {
    throw problem('code-too-soon', deferText('Wait {seconds} seconds before you request another code', { seconds }))
  }
  const to = wanted.email ?? self.email
  if (to === null) throw problem('no-email')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await store.putContactChange(ctx.db, {
    workspace_id: workspaceOf(ctx),
    user_id: self.id,
    ...wanted,
    code_hash: hashOfCode(ctx, self.id, code),
    sent_at: now,
    expires_at: later(now, minutes(ctx.config.codeMinutes)),
  })
  await mailContactCode(ctx, to, self.first_name, code)
  return { ok: true as const, codeSentTo: to, resendAfter }
}

/** Applies the change if the code is correct. @throws code-refused, code-spent, too-many, above-you, email-taken */
export async function completeContactChange(ctx: RequestContext, { code }: { code: string }): Promise<OwnAccount> {
  const actor = userOf(ctx)
  // Committed separately, so that the attempt counts whatever happens next
  const change = await ctx.transact(inside =>
    store.countContactTry(inside.db, actor.id, ctx.clock.now(), ctx.config.codeTries),
  )
  if (!change) throw problem('code-spent')
  // Restarting a change resets its attempts, so attempts are also limited per email
  const to = change.email ?? actor.email ?? actor.id
  // A new mailbox is that of a stranger until the code was right
  const aim = { kind: 'mailbox', name: to, isKnown: change.email === null } as const
  const taken = await ctx.transact(inside => guessAt(inside, aim))
  if (taken instanceof Problem) throw taken
  if (!sameBytes(hashOfCode(ctx, actor.id, code), change.code_hash)) throw problem('code-refused')
  return ctx.transact(async inside => {
    await releaseGuess(inside, taken)
    return apply(inside, change)
  })
}

async function apply(ctx: TransactionContext, change: ContactChange): Promise<OwnAccount> {
  const self = await selfOf(ctx)
  if (!(await store.deleteContactChange(ctx.db, self.id))) throw problem('code-spent')
  const phone =
    change.phone_country === null || change.phone_number === null
      ? null
      : { countryCode: change.phone_country, mobileNumber: change.phone_number }
  if (change.email !== null) await mustShareBelowOwnRole(ctx, change.email, self.shares_email)
  await changeContact(ctx, self.id, change.email === null ? { phone } : { email: change.email })
  const spelled = (row: { phone_country: string | null; phone_number: string | null }) =>
    row.phone_number === null ? null : `${row.phone_country} ${row.phone_number}`
  await record(ctx, {
    action: 'account.contact-changed',
    object: { type: 'user', id: self.id, name: `${self.first_name} ${self.last_name}` },
    before: change.email === null ? { phone: spelled(self) } : { email: self.email },
    after: change.email === null ? { phone: spelled(change) } : { email: change.email },
  })
  await mailNotice(ctx, self.email, self.first_name, change.email === null ? 'phone' : 'email')
  return me(ctx)
}
