import { cardAsRead, canonicalCard } from '@claviger/contract/keys/card-numbers'
import { verifications } from '@claviger/contract/keys/token-policies'
import { newId } from '#platform/ids.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { waitForLicenses } from '#features/billing/licenses/licenses.ts'
import { pinMustFit } from '#features/keys/key-assignment/key-assignment.activated.ts'
import { readingOf } from '#features/keys/reader-settings/reader-settings.ts'
import { addCards } from '#features/keys/security-keys/security-keys.cards.ts'
import { confirmWaitingKeys } from '#features/keys/security-keys/security-keys.proof.ts'
import { pinColumns } from '#features/keys/security-keys/security-keys.pins.ts'
import { cardOf, changeKey, keyById, objectOf } from '#features/keys/security-keys/security-keys.ts'
import { cardFromDirectory, forgetCardPin } from '#features/directories/scim/scim.cards.ts'
import { openedSecrets } from '#features/people/addresses/addresses.secrets.ts'
import { emptyAttribute, lockUsers } from '#features/people/users/users.many.ts'
import { pinConfig, settingsForKeys } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import type { WorkRowResult, WorkRow } from '#features/work/works/works.ts'
import type { WorkflowRow } from '../workflows.store.ts'
import { type CardToMake, cardsToMake } from './keys.store.ts'
import { activationResult, type WorkflowStep } from './type.ts'

interface Planned {
  row: WorkRow
  of: CardToMake
  card: string
  key: string
}

/** Creates cards with numbers from one attribute and PINs from another, then clears the PIN attribute. */
export async function makeCards(
  ctx: TransactionContext,
  { workflow, by }: WorkflowStep,
  rows: readonly WorkRow[],
): Promise<WorkRowResult[]> {
  if (rows.length === 0) return []
  // No user sees a refusal here, so cards above the limit wait for a license
  await waitForLicenses(ctx)
  const { settings } = workflow
  const { keys_per_user: most } = await settingsForKeys(ctx)
  const reading = await readingOf(ctx)
  const people = await numbered(
    ctx,
    settings,
    rows.map(row => row.subject as string),
  )
  const results: WorkRowResult[] = []
  const planned: Planned[] = []
  for (const row of rows) {
    const of = people.get(row.subject as string)
    const { cardFormat } = settings
    const card = of && (cardFormat ? canonicalCard(of.number, cardFormat) : cardAsRead(of.number, reading))
    if (!of) results.push(activationResult(row, 'skipped', 'unknown'))
    else if (card === undefined) results.push(activationResult(row, 'refused', 'card-unreadable'))
    else if (of.waiting === null && most !== null && of.keys >= most)
      results.push(activationResult(row, 'skipped', 'limits-exceeded'))
    else planned.push({ row, of, card, key: of.waiting ?? newId() })
  }
  const { added, gone } = await addCards(
    ctx,
    by,
    planned.map(({ of, card, key }) => ({ id: key, user: of.id, name: undefined, card, fills: of.waiting !== null })),
    settings.tokenPolicy ?? undefined,
  )
  for (const one of planned) {
    if (!added.has(one.key))
      results.push(activationResult(one.row, 'refused', gone.has(one.of.id) ? 'shut-out' : 'card-taken'))
    else if (await pinFits(ctx, one))
      results.push(activationResult(one.row, 'done', 'assigned', { facts: { key: one.key } }))
    else results.push(activationResult(one.row, 'refused', 'pin-unfit', { facts: { key: one.key } }))
  }
  const made = new Set(results.filter(one => one.outcome === 'done').map(one => one.row))
  await forgetPins(
    ctx,
    by,
    settings,
    planned.filter(({ row, of: { pin } }) => pin !== null && made.has(row.row)),
  )
  return results
}

async function forgetPins(
  ctx: TransactionContext,
  by: WorkflowStep['by'],
  settings: WorkflowRow['settings'],
  used: readonly Planned[],
): Promise<void> {
  const ids = used.map(({ of: { id } }) => id)
  if (settings.by === 'scim') for (const id of ids) await forgetCardPin(ctx, id)
  else if (settings.pinAttribute) await emptyAttribute(ctx, by, await lockUsers(ctx.db, ids), settings.pinAttribute)
}

async function numbered(ctx: TransactionContext, settings: WorkflowRow['settings'], ids: readonly string[]) {
  const people = await cardsToMake(ctx.db, ids, settings)
  if (settings.by !== 'scim') {
    const secrets = [...people].map(([subject, { pin, pin_sealed }]) => ({ subject, value: pin, sealed: pin_sealed }))
    const pins = await openedSecrets(ctx, `attribute${settings.pinAttribute}`, secrets)
    for (const [id, one] of people) people.set(id, { ...one, pin: pins.get(id) ?? null })
    return people
  }
  for (const [id, one] of people) {
    const card = await cardFromDirectory(ctx, id)
    people.set(id, { ...one, number: card?.cardId ?? '', pin: card?.cardPin ?? null })
  }
  return people
}

/** Sets a card's initial PIN; false if the rules reject it: then the user sets one at the first tap. */
async function pinFits(ctx: TransactionContext, { key, of }: Planned): Promise<boolean> {
  const pin = of.pin?.trim()
  const row = pin ? await keyById(ctx, key) : undefined
  if (!pin || row?.verification !== verifications.pin) return true
  const rules = await pinConfig(ctx)
  try {
    pinMustFit(rules, pin, await cardOf(ctx, row))
  } catch {
    return false
  }
  await changeKey(ctx.db, key, await pinColumns(ctx, row, pin))
  // A directory-chosen PIN must not activate a card of a user with a role
  await confirmWaitingKeys(ctx, [key])
  await record(ctx, { action: 'security-key.pin-reset', object: objectOf(row), after: { by: 'workflow' } })
  return true
}
