import { registrationSteps } from '@claviger/contract/access/registration'
import type { RegistrationState, RegistrationStep } from '@claviger/contract/access/registration'
import { t } from '#platform/text/text.ts'

/** A step as shown to the user: the email is verified on its own screen, and payment stores nothing itself. */
export type StepName = 'payment' | Exclude<RegistrationStep, 'verify-personal-info'>
export type RegistrationKind = RegistrationState['kind']

export const screenOf = (step: RegistrationStep): StepName => (step === 'verify-personal-info' ? 'email' : step)

const all: readonly StepName[] = registrationSteps.flatMap((step): StepName[] => {
  if (step === 'verify-personal-info') return []
  return step === 'workspace' ? [step, 'payment'] : [step]
})

/** The ordered registration steps (decision G8) that this installation asks for. */
export function stepsOf(kind: RegistrationKind | null, state: RegistrationState | null): StepName[] {
  const billing = state?.billing === true
  const asks = (step: RegistrationState['asks'][number]) => state?.asks.includes(step) === true
  const needed: Partial<Record<StepName, boolean>> = {
    password: asks('password'),
    'personal-info': asks('phone') || state?.firstName === null,
    address: billing && kind !== 'personal',
    workspace: kind !== 'personal',
    payment: billing,
    'confirm-identity': asks('confirm-identity'),
    // Only users without a passkey confirm with a code
    verify:
      state?.verifier === null && asks('confirm-identity') && !state.hasPasskey && reachedIn(all, state) > keyStep,
  }
  return all.filter(step => needed[step] ?? true)
}

const keyStep = all.indexOf('security-key')

const reachedIn = (steps: readonly StepName[], state: RegistrationState) => steps.indexOf(screenOf(state.step))

/** Next step after an answer: back to `origin` if an earlier answer was corrected, else the furthest reached step. */
export function stepAfter(state: RegistrationState, open: StepName, origin: StepName | null): StepName {
  const steps = stepsOf(state.kind, state)
  const reached = reachedIn(steps, state)
  const furthest = screenOf(state.step)
  if (origin !== null && steps.indexOf(origin) <= reached) return origin
  const place = steps.indexOf(open)
  return place === -1 || place >= reached ? furthest : (steps[place + 1] ?? furthest)
}

export function stepBefore(
  kind: RegistrationKind | null,
  state: RegistrationState | null,
  open: StepName,
): StepName | null {
  const steps = stepsOf(kind, state)
  return steps[steps.indexOf(open) - 1] ?? null
}

// Estimated seconds per step
const takes: Record<StepName, number> = {
  email: 60,
  password: 30,
  'security-key': 40,
  'personal-info': 20,
  address: 60,
  workspace: 40,
  payment: 20,
  'confirm-identity': 20,
  verify: 40,
  complete: 0,
}

/** For example "about 4 minutes left", including the open step. */
export function timeLeft(steps: readonly StepName[], open: StepName): string {
  const seconds = steps.slice(steps.indexOf(open)).reduce((sum, step) => sum + takes[step], 0)
  const minutes = Math.round(seconds / 60)
  return minutes > 1
    ? t('about {minutes} minutes left', { minutes })
    : minutes === 1
      ? t('about a minute left')
      : t('almost done')
}
