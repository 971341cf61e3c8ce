import type { InputOf, OutputOf } from '@claviger/contract/platform/endpoint'
import { type selfService, selfServiceActions } from '@claviger/contract/access/self-service'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { sameBytes } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import { unitNamesOf } from '#features/people/units/units.ts'
import { userById } from '#features/people/users/users.ts'
import { verifications } from '@claviger/contract/keys/token-policies'
import {
  keySettingsOf,
  type CardPage,
  textedCountries,
} from '#features/access/self-service-settings/self-service-settings.ts'
import { countTryAs, triesAs } from '../abuse/attempt-counts.ts'
import { mostWork, workNeeded } from '../abuse/work.ts'
import { failVisit } from '../failed.ts'
import { askedFields, askedOf, type EnteredFields } from './entered-fields.ts'
import { channelsOf, maskedName } from './masked.ts'
import { pinOf } from '../visit-pin.ts'
import { countReached, stageChange } from '../stage-counts.ts'
import { changeVisit, findVisitor } from '../self-service.store.ts'
import { signInOfProvider } from '../verification/provider.ts'
import { forgetVisitor, step, type Visit } from '../visit.ts'

type Token = (typeof selfService.calls)['token']

/**
 * Finds the only active user who matches everything typed. No match, several matches, and all other failures get the
 * same response and run as many statements as a match.
 */
export const identify = step(async (ctx: TransactionContext, visit: Visit, input: OutputOf<Token['input']>) => {
  const { row, page } = visit
  if (row.action === null || !(await mayGoWithout(ctx, visit))) throw problem('wrong-step')
  const { proof, ...typed } = input
  const needed = await workNeeded(ctx, visit, proof)
  if (needed) return needed
  // Without a match, a random ID gets the same lookups and counts
  const id = (await personOf(ctx, visit, typed)) ?? newId()
  const { user, unit, pin, tries, countries } = await learn(ctx, visit, id)
  if (!user) return failVisit(ctx, visit, problem('nobody-found'))
  // No refusal here, because an attacker could lock out any user by naming them
  const often = tries >= page.settings.limits.person
  const more = often ? await workNeeded(ctx, visit, proof, mostWork) : undefined
  if (more) return more
  const { verificationType } = page.settings
  const loginName = typeof typed.userId === 'string' ? typed.userId : null
  const signIn = await signInOfProvider(ctx, page, { typed: loginName, about: user.id })
  // A user who went back and gave the same answers already has a code
  const coded = row.user_id === user.id && row.code_hash !== null
  const found = changeVisit(ctx.db, row.id, {
    ...(coded ? {} : forgetVisitor.person),
    ...stageChange(visit, 'identified'),
    ...(often && { worked: false }),
    user_id: user.id,
    pin_due: pin.isPinRequired,
    nonce: signIn?.step ?? null,
    verified_by: verificationType === 'none' ? 'none' : null,
  })
  await sendTogether(found, countReached(ctx, visit, 'identified'))
  return {
    ...pin,
    verificationType,
    ...(verificationType === 'default' ? channelsOf(ctx.config, user, countries) : { channels: [], unreached: null }),
    person: verificationType === 'selfConfirmation' ? { name: maskedName(user), department: unit } : null,
    signIn: signIn?.told ?? null,
    language: user.language,
  } satisfies InputOf<Token['reply']>
})

/** Continuing without a card is possible only for a key without a PIN (G58) that the user is about to get. */
async function mayGoWithout(ctx: TransactionContext, { row, page }: Visit): Promise<boolean> {
  if (row.card_hash !== null) return true
  return (
    row.action === selfServiceActions.enrollment &&
    (await keySettingsOf(ctx, page)).verification === verifications.pinless
  )
}

async function personOf(
  ctx: TransactionContext,
  { row, page }: Visit,
  typed: EnteredFields,
): Promise<string | undefined> {
  if (row.holder_id !== null && isHolder(row.holder_word ?? '', page, typed)) return row.holder_id
  const asked = askedOf(page, typed)
  const none = { loginName: '\u0001', employeeId: null, firstName: null, lastName: null, words: [], unit: null }
  const found = await findVisitor(ctx.db, asked ?? none)
  return asked !== undefined && found.length === 1 ? found[0] : undefined
}

const sameText = (typed: unknown, word: string): boolean =>
  typeof typed === 'string' && sameBytes(Buffer.from(typed), Buffer.from(word))

const isHolder = (word: string, page: CardPage, typed: EnteredFields): boolean => {
  const fields = askedFields(page).filter(field => field !== 'phoneNumber')
  return !page.settings.fields.phoneNumber && fields.every(field => sameText(typed[field], word))
}

/** Everything that may be revealed about a match; `user` is undefined for a random ID or a suspended user. */
async function learn(ctx: TransactionContext, visit: Visit, id: string) {
  const [row, units, pin, tries, countries] = await sendTogether(
    userById(ctx, id),
    visit.page.settings.verificationType === 'selfConfirmation' ? unitNamesOf(ctx, id) : [],
    pinOf(ctx, visit, id),
    triesAs(ctx, id),
    ctx.config.smsUrl === undefined ? [] : textedCountries(ctx),
    countTryAs(ctx, visit, id),
  )
  const user = row?.suspended_at === null && row.deactivated_at === null ? row : undefined
  return { user, unit: units[0] ?? null, pin, tries, countries }
}
