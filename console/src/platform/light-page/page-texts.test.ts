import { afterAll, expect, test, vi } from 'vitest'
import { language, resetPageLanguage, setPageLanguage } from './page-texts.ts'

vi.stubGlobal('document', { documentElement: { lang: '' } })
vi.stubGlobal('navigator', { languages: ['en'] })
vi.stubGlobal('sessionStorage', { getItem: () => null, removeItem: () => undefined })
afterAll(() => vi.unstubAllGlobals())

test('a page that returns to its first language keeps it, even if the language before loads later', async () => {
  const before = setPageLanguage('de')
  resetPageLanguage()
  await before
  expect(language()).toBe('en')
})
