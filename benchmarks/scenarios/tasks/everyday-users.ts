import { waitUntil } from '../../tenant.ts'
import { wordsForMany } from './people.ts'
import { newCardHolder, newSubject, openMenu, openUser } from './subjects.ts'
import type { Task } from './task.ts'

const renameUser: Task = {
  what: 'change the name of a user',
  most: 1,
  async prepare(desk) {
    const subject = await newSubject(desk)
    return async hand => {
      const { page, click, press, type } = hand
      await openUser(hand, subject)
      await click(page.getByRole('button', { name: 'Edit…' }))
      await page.getByRole('dialog').getByLabel('First name').and(page.locator(':focus')).waitFor()
      await press('Tab')
      await press('Control+a')
      await type('Lind')
      await press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Una Lind' }).waitFor()
    }
  },
}

const suspendUser: Task = {
  what: 'suspend a user',
  most: 2,
  async prepare(desk) {
    const subject = await newCardHolder(desk)
    return async hand => {
      await openUser(hand, subject)
      await openMenu(hand, subject, 'Suspend')
      await hand.page.getByText(`${subject.name} is suspended`).waitFor()
    }
  },
}

const activateUser: Task = {
  what: 'activate a suspended user',
  most: 1,
  async prepare(desk) {
    const subject = await newCardHolder(desk)
    await desk.ask('PUT', '/administrator/tokens/suspendToken', { id: subject.id })
    return async hand => {
      await openUser(hand, subject)
      await hand.click(hand.page.getByRole('button', { name: 'Activate user' }))
      await hand.page.getByText(`${subject.name} is active again`).waitFor()
    }
  },
}

const deleteUser: Task = {
  what: 'delete a user',
  most: 3,
  async prepare(desk) {
    const subject = await newCardHolder(desk)
    return async hand => {
      await openUser(hand, subject)
      await openMenu(hand, subject, 'Delete…')
      await hand.click(hand.page.getByRole('button', { name: 'Delete 1 user' }))
      await hand.page.getByText(`${subject.name} deleted`).waitFor()
    }
  },
}

const restoreUser: Task = {
  what: 'restore a deleted user',
  most: 3,
  async prepare(desk) {
    const subject = await newCardHolder(desk)
    await desk.ask('DELETE', `/administrator/tokens/${subject.id}`)
    return async ({ page, click, jump }) => {
      await jump('users')
      await click(page.getByRole('main').getByRole('button', { name: 'More', exact: true }))
      await click(page.getByRole('menuitem', { name: 'Deleted users' }))
      await click(page.getByRole('button', { name: `Restore ${subject.name}` }))
      await page.getByText(`${subject.name} restored`).waitFor()
    }
  },
}

const signOutUser: Task = {
  what: 'sign a user out everywhere',
  most: 2,
  async prepare(desk) {
    const subject = await newCardHolder(desk)
    await desk.product.admin('issue-session', subject.userId, '--workspace', 'bench')
    return async hand => {
      await openUser(hand, subject)
      await hand.click(hand.page.getByRole('button', { name: 'Sign out everywhere…' }))
      await hand.click(hand.page.getByRole('button', { name: 'End 1 session' }))
      await hand.page.getByText(`Signed out ${subject.name}`).waitFor()
    }
  },
}

const sendRecovery: Task = {
  what: 'send a recovery email',
  most: 1,
  async prepare(desk) {
    const subject = await newCardHolder(desk)
    return async hand => {
      const { page, click, press } = hand
      await openUser(hand, subject)
      await click(page.getByRole('button', { name: 'Send recovery email…' }))
      const send = page.getByRole('dialog').getByRole('button', { name: 'Send recovery email', exact: true })
      await send.and(page.locator(':focus')).waitFor()
      await press('Enter')
      await page.getByText(`Recovery email sent to ${subject.userId}`).waitFor()
    }
  },
}

const addToGroup: Task = {
  what: 'add a user to a group',
  most: 3,
  async prepare(desk) {
    const subject = await newSubject(desk)
    const name = `Team ${Date.now()}`
    await desk.ask('POST', '/administrator/groups', { name })
    return async hand => {
      const { page, click, press, type } = hand
      await openUser(hand, subject)
      await click(page.getByRole('link', { name: /^Groups and units/ }))
      await click(page.getByRole('button', { name: 'Add to groups' }))
      const drawer = page.getByRole('dialog', { name: `Add ${subject.name} to groups` })
      await drawer.getByRole('combobox', { name: 'Groups' }).and(page.locator(':focus')).waitFor()
      await type(name)
      await press('ArrowDown')
      await press('Enter')
      await press('Tab')
      await click(drawer.getByRole('button', { name: 'Add', exact: true }))
      await page.getByRole('main').getByRole('link', { name }).waitFor()
    }
  },
}

const addGroup: Task = {
  what: 'add a group',
  most: 1,
  async prepare() {
    const name = `Shift ${Date.now()}`
    return async ({ page, click, jump, press, type }) => {
      await jump('groups')
      await click(page.getByRole('button', { name: 'Add group' }).first())
      await page.getByRole('dialog').getByLabel('Name').and(page.locator(':focus')).waitFor()
      await type(name)
      await press('Enter')
      await page.getByRole('heading', { level: 1, name }).waitFor()
    }
  },
}

const exportUsers: Task = {
  what: 'export the users of a search',
  most: 2,
  async prepare(desk) {
    const { search, total } = await wordsForMany(desk, 20)
    return async ({ page, click, jump, press, type }) => {
      await jump('users')
      await page.getByRole('grid', { name: 'users' }).waitFor()
      await press('/')
      await type(search)
      await page.getByText(new RegExp(`of ${total.toLocaleString('en')}$`)).waitFor()
      const file = page.waitForEvent('download')
      await click(page.getByRole('button', { name: 'Export' }))
      await click(page.getByRole('menuitem', { name: 'All matching rows as CSV' }))
      await (await file).path()
    }
  },
}

const addUnit: Task = {
  what: 'add an organization unit',
  most: 1,
  async prepare(desk) {
    const name = `Annex ${Date.now()}`
    return async ({ page, click, jump, press, type }) => {
      await jump('organization units')
      await click(page.getByRole('button', { name: 'Add unit' }).first())
      await page.getByRole('dialog').getByLabel('Name').and(page.locator(':focus')).waitFor()
      await type(name)
      await press('Enter')
      await waitUntil(
        () => desk.ask<{ items: { name: string }[] }>('GET', '/administrator/organization-units/names'),
        ({ items }) => items.some(unit => unit.name === name),
      )
      await page.getByRole('dialog', { name: `${name} was created` }).waitFor()
    }
  },
}

export const userTasks: readonly Task[] = [
  renameUser,
  suspendUser,
  activateUser,
  deleteUser,
  restoreUser,
  signOutUser,
  sendRecovery,
  addToGroup,
  addGroup,
  addUnit,
  exportUsers,
]
