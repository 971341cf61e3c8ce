import type { OwnAccount } from '@claviger/contract/access/account'
import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'

const all = [
  'created',
  'workspace-info',
  // Adding a phone must be confirmed with a passkey
  'passkey',
  'phone',
  'smartphone',
  'apps',
  'reader-driver',
  'workspace',
  'promo-code',
  'congratulations',
] as const
export type OnboardingStep = (typeof all)[number]

const root = '/auth/register/onboarding'

type Newcomer = Pick<OwnAccount, 'phoneNumber' | 'permissions' | 'billing'> & {
  workspace: Pick<OwnAccount['workspace'], 'type' | 'icon'>
}

const needed: Partial<Record<OnboardingStep, (me: Newcomer) => boolean>> = {
  // A workspace with an icon already has its details filled in
  'workspace-info': me => me.workspace.icon === null && !isPersonal(me) && me.permissions.includes('workspace.write'),
  phone: me => me.phoneNumber === null,
  smartphone: me => !isPersonal(me) && me.permissions.includes('keys.write'),
  apps: me => !isPersonal(me) && me.permissions.includes('workspace.read'),
  'reader-driver': me => !isPersonal(me) && me.permissions.includes('workspace.read'),
  workspace: me => isPersonal(me),
  'promo-code': me => me.billing && (isPersonal(me) || me.permissions.includes('billing.write')),
}

export const planOf = (me: Newcomer): readonly OnboardingStep[] => all.filter(step => needed[step]?.(me) ?? true)

export const pathOf = (step: OnboardingStep): string => `${root}/${step}`

/** The step in the address, or the first one if the address names none of the plan. */
export const stepOfPath = (plan: readonly OnboardingStep[], path: string): OnboardingStep =>
  plan.find(step => path === pathOf(step)) ?? 'created'

export const nextIn = (plan: readonly OnboardingStep[], step: OnboardingStep): OnboardingStep =>
  plan[plan.indexOf(step) + 1] ?? 'congratulations'

export const previousStepIn = (plan: readonly OnboardingStep[], step: OnboardingStep): OnboardingStep | undefined =>
  plan[plan.indexOf(step) - 1]

export const isPersonal = (me: { workspace: Pick<OwnAccount['workspace'], 'type'> }): boolean =>
  me.workspace.type === workspaceTypes.individual
