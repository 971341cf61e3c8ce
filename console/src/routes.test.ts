import { expect, test } from 'vitest'
import { screens } from './routes.tsx'

const at = (path: string) => screens.filter(screen => screen.path === path)
const given = [
  '/auth/sign-in',
  '/auth/delegated',
  '/dashboard/addSecurityKey',
  '/dashboard/sync/azureAD',
  '/dashboard/bill/$id/pdf',
  '/marketplace/azure',
  '/hardware/set',
  '/accessKey/set',
]

test.each(given)('%s is a screen of its own and matches exactly (R1, R4)', path => {
  const [screen, ...others] = at(path)
  expect(others).toEqual([])
  expect(screen?.prefix).toBeUndefined()
})

test('the registration also matches the addresses below it (R1, R2)', () => {
  const wide = screens.filter(screen => screen.prefix).map(screen => screen.path)
  expect(wide).toEqual(['/auth/register/onboarding', '/auth/register'])
})

test('every screen is loaded when it is opened, and none twice under one address (R6)', () => {
  expect(new Set(screens.map(screen => screen.path)).size).toBe(screens.length)
  for (const { load, path } of screens) expect(String(load), path).toMatch(/^\(\) => \w*import\w*\(/)
})
