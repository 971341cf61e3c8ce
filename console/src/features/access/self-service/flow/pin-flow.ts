import { selfServiceActions } from '../state/page-actions.ts'
import { isPinAccepted } from '@claviger/contract/platform/pin-check'
import type { PinConfig } from '@claviger/contract/platform/pin'
import { msg } from '#platform/light-page/page-texts.ts'
import type { PageMove } from '../state/events.ts'
import { ask, withoutEffects } from './page-moves.ts'
import type { State } from '../state/state.ts'

export const anyPin: PinConfig = {
  hasDigit: false,
  hasSymbol: false,
  hasLowercase: false,
  hasUppercase: false,
  notRepeated: false,
  notSequential: false,
  notGuessable: false,
}

export interface PinFaults {
  readonly pin: string | null
  readonly again: string | null
}

const required = msg('PIN is required')
const requiredAgain = msg('Enter the PIN again')
const unfit = msg('PIN is not in the right format!')
const differs = msg('The two PINs that you entered do not match!')

/** Errors of a PIN and its confirmation (R108, R111, R112). */
export function pinFaults(rules: PinConfig, pin: string, again: string): PinFaults {
  const first = pin === '' ? required : isPinAccepted(rules, pin) ? null : unfit
  return { pin: first, again: again === pin ? (again === '' ? requiredAgain : null) : differs }
}

/** The user submitted a PIN and its repetition; it is sent only if valid and equal (R111–R113). */
export function typePin(state: State, pin: string, again: string): PageMove {
  const { wizard } = state
  const faults = pinFaults(wizard.pinConfig ?? anyPin, pin, again)
  if (wizard.step !== 4 || state.asked !== null || faults.pin !== null || faults.again !== null)
    return withoutEffects(state)
  const name = wizard.action === selfServiceActions.recovery ? 'reset' : 'enroll'
  return ask({ ...state, notice: null }, { name, pin })
}
