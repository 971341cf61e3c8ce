import { randomInt } from 'node:crypto'
import { waitUntil } from '../../tenant.ts'
import type { Desk, Task } from './task.ts'

export const buildCardPage: Task = {
  what: 'build and publish a card page',
  first: 2,
  async prepare() {
    const name = `Wards ${String(Date.now()).slice(-6)}`
    const address = name.toLowerCase().replace(' ', '-')
    return async ({ page, click, jump, type, press }) => {
      await jump('build a card page')
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

async function withCard(desk: Desk) {
  const run = Date.now()
  const user = {
    userId: `lost-${run}@bench.example`,
    email: `lost-${run}@bench.example`,
    firstName: 'Una',
    lastName: `Holm${run}`,
  }
  const { id } = await desk.ask<{ id: string }>('POST', '/administrator/tokens', user)
  const number = String(randomInt(100_000_000, 1_000_000_000))
  const { key } = await desk.ask<{ key: { id: string } }>('POST', '/administrator/tokens/userInfo/securitykey', {
    userId: id,
    type: 2,
    activation: 1,
    cardId: number,
    cardFormat: 'decimal',
  })
  return { ...user, id, key: key.id, number }
}

export const endLostBadge: Task = {
  what: 'end a lost badge everywhere',
  first: 4,
  async prepare(desk) {
    const lost = await withCard(desk)
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
