import { msg } from '#platform/light-page/page-texts.ts'
import type { Event } from './events.ts'
import type { State } from './state.ts'

export interface RefusalAction {
  readonly label: string
  readonly event: Event
}

const startOver: RefusalAction = { label: msg('Start over'), event: { is: 'first-step' } }
const otherCard: RefusalAction = { label: msg('Use another card'), event: { is: 'another-card' } }
const newPin: RefusalAction = { label: msg('Set a new PIN'), event: { is: 'recover-instead' } }
const again: RefusalAction = { label: msg('Try again'), event: { is: 'retry' } }

const ways: Readonly<Record<string, readonly RefusalAction[]>> = {
  'key-blocked': [newPin, startOver],
  'card-yours': [newPin, startOver],
  'card-taken': [otherCard, startOver],
  'card-unknown': [otherCard, startOver],
  'card-unreadable': [otherCard],
  'key-pending': [otherCard, startOver],
  'key-suspended': [otherCard, startOver],
  'card-pinless': [startOver],
  'kind-taken': [startOver],
  'limits-exceeded': [startOver],
  'service-off': [startOver],
  'visit-limit': [startOver],
  'visit-code-spent': [startOver],
  'wrong-step': [startOver],
  unclear: [startOver],
  unexpected: [again, startOver],
}

export function waysOn({ notice, config, wizard }: State): readonly RefusalAction[] {
  const known = ways[notice?.code ?? ''] ?? []
  return known.filter(
    way =>
      (way !== newPin || (config?.services.pinRecovery === true && wizard.card !== null)) &&
      (way !== otherCard || wizard.action !== null) &&
      (way !== again || notice?.call !== null),
  )
}
