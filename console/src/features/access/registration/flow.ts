import { registrationSteps } from '@claviger/contract/access/registration'
import type { RegistrationState, RegistrationStep } from '@claviger/contract/access/registration'
import { t } from '#platform/text/text.ts'

/** A step as shown to the user; the choice comes before anything is sent (R30), and payment stores nothing itself. */
export type StepName = 'choice' | 'payment' | RegistrationStep
export type RegistrationKind = RegistrationState['kind']

const ofBusiness: readonly StepName[] = ['address', 'workspace']

/** The ordered registration steps (decision G8); only users without a passkey get the last code. */
export function stepsOf(kind: RegistrationKind | null, state: RegistrationState | null): StepName[] {
  const all: StepName[] = ['choice', ...registrationSteps]
  if (state?.billing === true) all.splice(all.indexOf('confirm-identity'), 0, 'payment')
  const code = state !== null && !state.hasPasskey && reachedIn(all, state) > all.indexOf('security-key')
  return all.filter(step => (step === 'verify' ? code : kind !== 'personal' || !ofBusiness.includes(step)))
}

const reachedIn = (steps: readonly StepName[], state: RegistrationState) => steps.indexOf(state.step)

const isProven = (steps: readonly StepName[], state: RegistrationState) =>
  reachedIn(steps, state) > steps.indexOf('verify-personal-info')

/** Next step after an answer: back to `origin` if an earlier answer was corrected, else the furthest reached step. */
export function stepAfter(state: RegistrationState, open: StepName, origin: StepName | null): StepName {
  const steps = stepsOf(state.kind, state)
  const reached = reachedIn(steps, state)
  if (origin !== null && steps.indexOf(origin) <= reached) return origin
  const rest = steps.slice(steps.indexOf(open) + 1)
  const after = rest.find(step => step !== 'verify-personal-info' || !isProven(steps, state)) ?? state.step
  return steps.indexOf(after) > reached ? state.step : after
}

export function stepBefore(
  kind: RegistrationKind | null,
  state: RegistrationState | null,
  open: StepName,
): StepName | null {
  const steps = stepsOf(kind, state)
  const earlier = steps.slice(0, steps.indexOf(open))
  const proven = state !== null && isProven(steps, state)
  return earlier.findLast(step => step !== 'verify-personal-info' || !proven) ?? null
}

// Estimated seconds per step
const takes: Record<StepName, number> = {
  choice: 10,
  email: 30,
  password: 30,
  'security-key': 40,
  'personal-info': 40,
  'verify-personal-info': 40,
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
