import type { InputOf, OutputOf } from '@claviger/contract/ground/endpoint'
import { type selfService, selfServiceActions } from '@claviger/contract/access/self-service'
import { newId } from '../../../ground/ids.ts'
import { type Problem, problem } from '../../../ground/problem.ts'
import { sameBytes } from '../../../ground/secrets/seal.ts'
import type { Ctx } from '../../../ground/world.ts'
import { cardKeyFor } from '../../keys/security-keys/assign/enrolled.ts'
import { pinConfigOfKeys } from '../../keys/security-keys/security-keys.ts'
import { unitNamesOf } from '../../people/units/units.ts'
import { userById, type UserRow } from '../../people/users/users.ts'
import { verifications } from '@claviger/contract/keys/token-policies'
import { counted, keySettingsOf, type Page } from '../self-service-settings/self-service-settings.ts'
import { countsOf, countTryAs } from './abuse/tries.ts'
import { workNeeded } from './abuse/work.ts'
import { failed } from './failed.ts'
import { askedFields, askedOf, type Typed } from './fields.ts'
import { channelsOf, maskedName } from './masked.ts'
import { changeVisit, findPerson } from './self-service.store.ts'
import { entraOf } from './verification/entra.ts'
import { forget, step, type Visit } from './visit.ts'

type Token = (typeof selfService.calls)['token']

/**
 * Finds the one active user whom all fits that was typed. Whether nobody or several were found, and whatever the reason,
 * the answer is one and costs as many statements as finding somebody.
 */
export const identify = step(async (ctx: Ctx, visit: Visit, input: OutputOf<Token['input']>) => {
  const { row, page } = visit
  if (row.action === null || !(await mayGoWithout(ctx, visit))) return problem('wrong-step')
  const { proof, ...typed } = input
  const needed = await workNeeded(ctx, visit, proof)
  if (needed) return needed
  // Somebody made up is looked up and counted as well
  const id = (await personOf(ctx, visit, typed)) ?? newId()
  const person = await learn(ctx, visit, id)
  await countTryAs(ctx, visit, id)
  if (person.user === undefined) return failed(ctx, visit, 'nobody-found')
  if (person.tries >= page.settings.limits.person) return problem('visit-limit')
  const none = page.settings.verificationType === 'none'
  const entra = entraOf(ctx.config, page, typeof typed.userId === 'string' ? typed.userId : null)
  await changeVisit(ctx.db, row.id, {
    ...forget.person,
    user_id: person.user.id,
    nonce: entra?.nonce ?? null,
    verified_by: none ? 'none' : null,
  })
  await counted(ctx, page, 'identified', row.action as 0 | 1)
  return tokenOf(ctx, visit, person, entra ?? null)
})

/** Without a card only somebody goes on whose key will have no PIN (G58), and who is about to get one. */
async function mayGoWithout(ctx: Ctx, { row, page }: Visit): Promise<boolean> {
  if (row.card_hash !== null) return true
  return (
    row.action === selfServiceActions.enrollment &&
    (await keySettingsOf(ctx, page)).verification === verifications.pinless
  )
}

async function personOf(ctx: Ctx, { row, page }: Visit, typed: Typed): Promise<string | undefined> {
  if (row.holder_id !== null && isHolder(row.holder_word ?? '', page, typed)) return row.holder_id
  const asked = askedOf(page, typed)
  const none = { loginName: '\u0001', employeeId: null, firstName: null, lastName: null, words: [], unit: null }
  const found = await findPerson(ctx.db, asked ?? none)
  return asked !== undefined && found.length === 1 ? found[0] : undefined
}

const sameText = (typed: unknown, word: string): boolean =>
  typeof typed === 'string' && sameBytes(Buffer.from(typed), Buffer.from(word))

const isHolder = (word: string, page: Page, typed: Typed): boolean => {
  const fields = askedFields(page).filter(field => field !== 'phoneNumber')
  return fields.length > 0 && !page.settings.fields.phoneNumber && fields.every(field => sameText(typed[field], word))
}

/** All that may be said of a person found; `user` is undefined for somebody made up, or suspended meanwhile. */
async function learn(ctx: Ctx, visit: Visit, id: string) {
  const [row, units, key, settings, pinConfig, counts] = await Promise.all([
    userById(ctx, id),
    unitNamesOf(ctx, id),
    cardKeyFor(ctx, id, visit.row.card_hash),
    keySettingsOf(ctx, visit.page),
    pinConfigOfKeys(ctx),
    countsOf(ctx, visit, id),
  ])
  const user = row?.suspended_at === null && row.deactivated_at === null ? row : undefined
  return {
    user,
    unit: units[0] ?? null,
    verification: (key ?? settings).verification,
    pinConfig,
    tries: counts.tried.person ?? 0,
  }
}

function tokenOf(
  ctx: Ctx,
  { row, page }: Visit,
  { user, unit, verification, pinConfig }: Awaited<ReturnType<typeof learn>> & { user: UserRow | undefined },
  entra: InputOf<Token['reply']>['entra'],
): InputOf<Token['reply']> | Problem {
  if (!user) return problem('nobody-found')
  const { verificationType } = page.settings
  const pin = row.action === selfServiceActions.recovery || verification === verifications.pin
  return {
    isPinRequired: pin,
    verificationType,
    pinConfig: pin ? pinConfig : null,
    channels: verificationType === 'default' ? channelsOf(ctx.config, user) : [],
    person: verificationType === 'selfConfirmation' ? { name: maskedName(user), department: unit } : null,
    entra: verificationType === 'entraId' ? entra : null,
    language: user.language,
  }
}

/** Is a PIN due at the end, and what must it be? Of the person of a visit. */
export async function pinOf(ctx: Ctx, visit: Visit, user: string) {
  const [key, settings, pinConfig] = await Promise.all([
    cardKeyFor(ctx, user, visit.row.card_hash),
    keySettingsOf(ctx, visit.page),
    pinConfigOfKeys(ctx),
  ])
  const isPinRequired =
    visit.row.action === selfServiceActions.recovery || (key ?? settings).verification === verifications.pin
  return { isPinRequired, pinConfig: isPinRequired ? pinConfig : null }
}
