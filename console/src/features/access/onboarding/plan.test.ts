import { describe, expect, test } from 'vitest'
import { previousStepIn, nextIn, pathOf, planOf, stepOfPath } from './plan.ts'

const phone = { countryCode: '+47', mobileNumber: '91200118' }
const owner = {
  phoneNumber: phone,
  permissions: ['workspace.write' as const],
  workspace: { type: 1, icon: '/icon' },
  billing: false,
}

describe('the first steps', () => {
  test('ask for a phone only when the user has none', () => {
    expect(planOf({ ...owner, phoneNumber: null })).toEqual(['created', 'passkey', 'phone', 'congratulations'])
    expect(planOf(owner)).toEqual(['created', 'passkey', 'congratulations'])
  })

  test('ask for a description of the workspace while it has no picture, where that is allowed', () => {
    const bare = { type: 1, icon: null }
    expect(planOf({ ...owner, workspace: bare })).toContain('workspace-info')
    expect(planOf({ ...owner, workspace: bare, permissions: ['self'] })).not.toContain('workspace-info')
    expect(planOf({ ...owner, workspace: { ...bare, type: 2 } })).not.toContain('workspace-info')
  })

  test('offer the own phone, applications, and drivers to users who can assign keys, but not in a personal account', () => {
    const administrator = { ...owner, permissions: ['keys.write' as const, 'workspace.read' as const] }
    expect(planOf(administrator)).toEqual([
      'created',
      'passkey',
      'smartphone',
      'apps',
      'reader-driver',
      'congratulations',
    ])
    expect(planOf({ ...administrator, workspace: { type: 2, icon: null } })).not.toContain('smartphone')
  })

  test('ask for a promo code only with billing, and only users who can redeem it', () => {
    const payer = { ...owner, permissions: ['billing.write' as const] }
    expect(planOf({ ...payer, billing: true })).toContain('promo-code')
    expect(planOf(payer)).not.toContain('promo-code')
    expect(planOf({ ...owner, billing: true })).not.toContain('promo-code')
  })

  test('lead from a personal account to a workspace', () => {
    expect(planOf({ ...owner, workspace: { type: 2, icon: null } })).toContain('workspace')
    expect(planOf(owner)).not.toContain('workspace')
  })

  test('follow each other and end', () => {
    const plan = planOf(owner)
    expect(nextIn(plan, 'created')).toBe('passkey')
    expect(previousStepIn(plan, 'passkey')).toBe('created')
    expect(previousStepIn(plan, 'created')).toBeUndefined()
    expect(nextIn(plan, 'congratulations')).toBe('congratulations')
  })

  test('each have an address; an unknown address opens the first step', () => {
    const plan = planOf(owner)
    expect(stepOfPath(plan, pathOf('passkey'))).toBe('passkey')
    expect(stepOfPath(plan, pathOf('phone'))).toBe('created')
    expect(stepOfPath(plan, '/auth/register/onboarding/elsewhere')).toBe('created')
  })
})
