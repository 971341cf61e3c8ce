import { newCardHolder, newCardNumber, newSubject, openUser } from './subjects.ts'
import type { Task } from './task.ts'

const findOwner: Task = {
  what: 'find the owner of a card',
  most: 0,
  async prepare(desk) {
    const found = await newCardHolder(desk)
    return async ({ page, jump }) => {
      await jump(found.number)
      await page.getByRole('main').getByText(found.name).first().waitFor()
    }
  },
}

const suspendCard: Task = {
  what: 'suspend an access card',
  most: 1,
  async prepare(desk) {
    const lost = await newCardHolder(desk)
    return async ({ page, click, jump }) => {
      await jump(lost.number)
      await click(page.getByRole('main').getByRole('button', { name: 'Suspend', exact: true }))
      await page.getByText(/ is suspended$/).waitFor()
    }
  },
}

const resetPin: Task = {
  what: 'reset a PIN',
  most: 2,
  async prepare(desk) {
    const subject = await newCardHolder(desk)
    await desk.ask('PUT', `/administrator/tokens/securityKey/${subject.key}/resetPin`, { pin: '739146' })
    return async hand => {
      const { page, click } = hand
      await openUser(hand, subject)
      await click(page.getByRole('button', { name: /^Reset PIN of / }))
      await click(page.getByRole('dialog').getByRole('button', { name: 'Reset PIN', exact: true }))
      await page.getByText('PIN reset', { exact: true }).waitFor()
    }
  },
}

const assignCard: Task = {
  what: 'assign an access card to a user',
  most: 3,
  async prepare(desk) {
    const subject = await newSubject(desk)
    return async hand => {
      const { page, click, press, type } = hand
      await openUser(hand, subject)
      await click(page.getByRole('button', { name: 'Assign key' }).first())
      const drawer = page.getByRole('dialog')
      await click(drawer.getByRole('radio', { name: 'Now' }))
      await drawer.getByLabel('Accesskey/Card ID').waitFor()
      await press('Tab')
      await type(newCardNumber())
      await click(drawer.getByRole('button', { name: 'Assign key' }))
      await page.getByText('1 key assigned').waitFor()
    }
  },
}

export const keyTasks: readonly Task[] = [findOwner, suspendCard, resetPin, assignCard]
