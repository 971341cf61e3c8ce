import type { Locator, Page } from 'playwright-core'

export interface Hand {
  page: Page
  clicks: number
  keys: number
  click(where: Locator): Promise<void>
  type(words: string): Promise<void>
  press(key: string): Promise<void>
  fill(...fields: readonly string[]): Promise<void>
  jump(words: string): Promise<void>
}

export function handAt(page: Page): Hand {
  const hand: Hand = {
    page,
    clicks: 0,
    keys: 0,
    async click(where) {
      hand.clicks++
      await where.click()
    },
    async type(words) {
      hand.keys += words.length
      await page.keyboard.type(words)
    },
    async press(key) {
      hand.keys++
      await page.keyboard.press(key)
    },
    async fill(...fields) {
      for (const [place, words] of fields.entries()) {
        if (place > 0) await hand.press('Tab')
        await hand.type(words)
      }
    },
    async jump(words) {
      await hand.press('Control+k')
      await page.getByPlaceholder('Search users and pages').and(page.locator(':focus')).waitFor()
      await hand.type(words)
      await hand.press('Enter')
    },
  }
  return hand
}
