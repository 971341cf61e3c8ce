import { afterAll, expect, test, vi } from 'vitest'
import { choose, language } from './language.ts'

vi.stubGlobal('localStorage', { setItem: () => undefined })
vi.stubGlobal('document', { documentElement: { lang: '' } })
afterAll(() => vi.unstubAllGlobals())

test('the language chosen last stays, even if an earlier choice loads after it', async () => {
  await Promise.all([choose('de'), choose('en')])
  expect(language()).toBe('en')
})
