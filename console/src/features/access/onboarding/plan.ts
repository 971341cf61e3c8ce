import type { Me } from '@claviger/contract/access/account'
import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'

const all = ['created', 'phone', 'passkey', 'congratulations'] as const
export type OnboardingStep = (typeof all)[number]

const root = '/auth/register/onboarding'

/** The first steps that somebody still has before them. */
export const planOf = (me: Pick<Me, 'phoneNumber'>): readonly OnboardingStep[] =>
  all.filter(step => step !== 'phone' || me.phoneNumber === null)

export const pathOf = (step: OnboardingStep): string => `${root}/${step}`

/** The step that an address names, the first where it names none of the plan. */
export const stepIn = (plan: readonly OnboardingStep[], path: string): OnboardingStep =>
  plan.find(step => path === pathOf(step)) ?? 'created'

/** The step that follows; the last follows itself. */
export const nextIn = (plan: readonly OnboardingStep[], step: OnboardingStep): OnboardingStep =>
  plan[plan.indexOf(step) + 1] ?? 'congratulations'

/** The step before; undefined at the first. */
export const beforeIn = (plan: readonly OnboardingStep[], step: OnboardingStep): OnboardingStep | undefined =>
  plan[plan.indexOf(step) - 1]

/** True for an account that somebody made for themselves. */
export const isPersonal = (me: Pick<Me, 'workspace'>): boolean => me.workspace.type === workspaceTypes.individual
