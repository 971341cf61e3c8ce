import { activations } from '@claviger/contract/keys/key-assignment'
import type { registration, RegistrationState } from '@claviger/contract/access/registration'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { defaultPin } from '@claviger/contract/platform/pin'
import { canonicalCard } from '@claviger/contract/keys/card-numbers'
import { keyKindNames, keyKinds, keyStatus } from '@claviger/contract/keys/security-keys'
import { problem } from '#platform/problem.ts'
import type { SealedSubject } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { cardSetUp, pinMustFit } from '#features/keys/key-assignment/key-assignment.activated.ts'
import { addKey } from '#features/keys/security-keys/security-keys.ts'
import { at, keptKey } from './registration.ts'
import type { RegistrationRow } from './registration.store.ts'

interface WaitingCard {
  card: string
  pin: string
  name: string
}

const about = (row: RegistrationRow): SealedSubject => `registrations:card_sealed:${row.id} of ${row.email}`

/**
 * Stores an access card with the PIN its holder chose, instead of a passkey, until its user exists.
 * @throws card-unreadable, pin-unfit, wrong-step
 */
export async function accessKey(
  ctx: TransactionContext,
  input: OutputOf<(typeof registration)['calls']['accessKey']['input']>,
): Promise<RegistrationState> {
  const row = await at(ctx, 'security-key')
  if (row.kind === 'personal') throw problem('wrong-step')
  const card = canonicalCard(input.cardId, input.cardFormat)
  if (card === undefined)
    throw problem('card-unreadable', undefined, [{ field: 'cardId', message: 'This is not a card number' }])
  // The future workspace has no PIN rules of its own yet
  pinMustFit(defaultPin, input.pin, card)
  const waiting: WaitingCard = {
    card,
    pin: input.pin,
    name: input.name || (keyKindNames[keyKinds.accessCard] as string),
  }
  return keptKey(ctx, row, { passkey: null, card_sealed: ctx.sealer.seal(JSON.stringify(waiting), about(row)) })
}

export async function storeCard(
  ctx: TransactionContext,
  row: RegistrationRow,
  by: { id: string; name: string },
): Promise<void> {
  if (row.card_sealed === null) return
  const { card, pin, name } = JSON.parse(ctx.sealer.open(row.card_sealed, about(row)).toString()) as WaitingCard
  const key = await addKey(ctx, {
    user: row.owner_id,
    kind: keyKinds.accessCard,
    name,
    status: keyStatus.pending,
    activation: activations.byUser,
    by,
    proof: 'own',
  })
  await cardSetUp(ctx, key, { card, pin, by, proof: 'own' })
}
