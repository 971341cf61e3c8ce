import { waitUntil } from '../../tenant.ts'
import { newCardHolder } from './subjects.ts'
import type { Task } from './task.ts'

export const buildCardPage: Task = {
  what: 'build and publish a card page',
  first: 2,
  async prepare() {
    const name = `Wards ${String(Date.now()).slice(-6)}`
    const address = name.toLowerCase().replace(' ', '-')
    return async ({ page, click, jump, type, press }) => {
      await jump('create card page')
      const dialog = page.getByRole('dialog', { name: 'Create card page' })
      await dialog.getByLabel('Name').and(page.locator(':focus')).waitFor()
      await type(name)
      await waitUntil(
        () => dialog.getByLabel('Address').inputValue(),
        typed => typed === address,
      )
      await press('Enter')
      await page.waitForURL(`**/dashboard/security-keys/self-service/${address}`)
      await click(page.getByRole('button', { name: 'Publish' }))
      await page.getByText('Active', { exact: true }).waitFor()
    }
  },
}

export const endLostBadge: Task = {
  what: 'end a lost badge everywhere',
  first: 4,
  async prepare(desk) {
    const lost = await newCardHolder(desk)
    return async ({ page, click, jump }) => {
      await jump(lost.number)
      await click(page.getByRole('main').getByRole('button', { name: /^More actions for/ }))
      await click(page.getByRole('menuitem', { name: 'Delete…' }))
      await click(page.getByRole('button', { name: 'Delete 1 security key' }))
      await page.getByText('Security key deleted').waitFor()
      await waitUntil(
        () => desk.ask<{ items: unknown[] }>('GET', `/administrator/tokens/userInfo/${lost.id}/securitykeys/v2`),
        ({ items }) => items.length === 0,
      )
    }
  },
}
