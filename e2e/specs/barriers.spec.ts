import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { barriers } from '../browser.ts'
import { foundIds, open, ownerPage } from '../screens.ts'

let page: Page
beforeAll(async () => {
  page = await ownerPage()
})

describe('overlays', () => {
  test.each([
    ['the panel that adds a user', '/dashboard/users?add=1', () => page.getByLabel('First name').waitFor()],
    ['a question', `/dashboard/account-deletion`, () => page.getByRole('button', { name: 'Delete account…' }).click()],
    [
      'the command palette with users',
      '/dashboard',
      async () => {
        await page.keyboard.press('Control+k')
        await page.getByPlaceholder('Search users and pages').fill('okafor')
        await page
          .getByRole('dialog')
          .getByText(/Okafor/)
          .first()
          .waitFor()
      },
    ],
    [
      'the details of a log entry',
      '/dashboard/activity-logs?kind=change',
      () =>
        page
          .getByRole('button', { name: /^Details for/ })
          .first()
          .click(),
    ],
  ])('%s is accessible in light and dark', async (_name, path, act) => {
    await open(page, path)
    await act()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await barriers(page, colorScheme === 'dark'), colorScheme).toEqual([])
    }
  })
})

test('planted barriers are found: a button without a name, low contrast, a cut button, and a page that is too wide and too long', async () => {
  await open(page, '/dashboard/profile')
  // As text, because these names belong to the browser
  await page.evaluate(`{
    const words = document.createElement('p')
    words.textContent = 'Hardly to be read'
    Object.assign(words.style, { color: '#777', background: '#888', width: '2000px' })
    const cut = document.createElement('button')
    cut.textContent = 'Save changes'
    Object.assign(cut.style, { width: '40px', overflow: 'hidden', whiteSpace: 'nowrap' })
    document.body.append(document.createElement('button'), words, cut)
  }`)
  const all = await foundIds(page)
  const of = (rule: string) => expect.stringMatching(new RegExp(`^${rule}: `))
  const [unnamed, faint] = [of('button-name'), of('color-contrast')]
  for (const width of [1440, 390]) expect(all[`light ${width}`]).toEqual(expect.arrayContaining([unnamed, faint]))
  expect(all['dark 1440']).toEqual([faint])
  for (const width of [1440, 390]) expect(all[`${width} px cut`]).toEqual(['Save changes'])
  for (const width of [390, 320]) {
    const [sideways, below] = all[`${width} px outside`] as [number, number]
    expect(sideways).toBeGreaterThan(1000)
    expect(below).toBeGreaterThan(0)
  }
})
