import { waitUntil } from '../../tenant.ts'
import type { Desk, Task } from './task.ts'

interface Person {
  id: string
  firstName: string
  lastName: string
  userId: string
  email: string
}

const list = '/administrator/tokens/v2'

const people = async ({ ask }: Desk, query: string) =>
  ask<{ items: Person[]; total: number }>('GET', `${list}?status=20&pageSize=10&${query}`)

/** A search that matches at least so many users. */
export async function wordsForMany({ ask }: Desk, least = 300): Promise<{ search: string; total: number }> {
  const { items } = await ask<{ items: Person[] }>('GET', `${list}?pageSize=10`)
  const words = items.flatMap(({ firstName, lastName }) => [
    ...[3, 2, 1].map(letters => `${lastName} ${firstName.slice(0, letters)}`),
    lastName,
    lastName.slice(0, 2),
  ])
  for (const search of [...words, 'bench']) {
    const { total } = await ask<{ total: number }>('GET', `${list}/total?search=${encodeURIComponent(search)}`)
    if (total >= least) return { search, total }
  }
  throw new Error('too few people were seeded')
}

export const addWithBadge: Task = {
  what: 'add a user with a badge',
  first: 4,
  async prepare() {
    const email = `jon-${Date.now()}@bench.example`
    return async ({ page, click, fill, jump, press, type }) => {
      await jump('add user')
      const drawer = page.getByRole('dialog', { name: 'Add user' })
      await drawer.getByLabel('First name').and(page.locator(':focus')).waitFor()
      await fill('Jon', 'Snow', '', email)
      await click(drawer.getByRole('radio', { name: 'Access card' }))
      await drawer.getByLabel('Accesskey/Card ID').waitFor()
      await press('Tab')
      await type(String(Date.now()).slice(-8))
      await click(drawer.getByRole('button', { name: 'Add user' }))
      await page.getByText('The card is assigned and ready to use.').waitFor()
    }
  },
}

export const findOne: Task = {
  what: 'find one of all users',
  first: 0,
  async prepare(desk) {
    const [one] = (await people(desk, 'page=3')).items
    if (!one) throw new Error('no user was created')
    return async ({ page, jump }) => {
      await jump(one.userId)
      await page.getByRole('heading', { level: 1, name: `${one.firstName} ${one.lastName}` }).waitFor()
    }
  },
}

export const suspendAndUndo: Task = {
  what: 'suspend 200 and undo',
  first: 7,
  async prepare(desk) {
    const { search, total } = await wordsForMany(desk)
    return async ({ page, click, jump, press, type }) => {
      await jump('users')
      await page.getByRole('grid', { name: 'users' }).waitFor()
      await press('/')
      await type(search)
      await page.getByText(new RegExp(`of ${total.toLocaleString('en')}$`)).waitFor()
      await press('ArrowDown')
      await press('a')
      const bar = page.getByRole('toolbar', { name: 'Actions for selected rows' })
      await click(bar.getByRole('button', { name: 'Suspend' }))
      const dialog = page.getByRole('dialog')
      await click(dialog.getByRole('button', { name: /^Suspend [\d,]+ users$/ }))
      await dialog
        .getByRole('status')
        .getByText(/suspended/)
        .waitFor()
      await click(dialog.getByRole('button', { name: 'Undo' }))
      await dialog
        .getByRole('status')
        .getByText(/^Undone for/)
        .waitFor()
      await press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  },
}

function crew(): string {
  const run = Date.now()
  const good = Array.from({ length: 197 }, (_, at) => `crew${at}-${run};Crew;No ${at};crew${at}-${run}@bench.example`)
  const bad = [
    ';Without;Id;without@bench.example',
    'mail;Bad;Mail;not-a-mail',
    `crew5-${run};Twice;Crew;two@bench.example`,
  ]
  return ['User ID;First name;Last name;Email', ...good, ...bad].join('\r\n')
}

export const importWithErrors: Task = {
  what: 'import a CSV with errors',
  first: 7,
  async prepare() {
    const file = { name: 'crew.csv', mimeType: 'text/csv', buffer: Buffer.from(crew()) }
    return async ({ page, click, jump, press }) => {
      const focused = (name: string) => page.getByRole('button', { name }).and(page.locator(':focus')).waitFor()
      await jump('import users')
      const chosen = page.waitForEvent('filechooser')
      await click(page.getByRole('button', { name: 'Choose file…' }))
      await (await chosen).setFiles(file)
      await focused('Review rows')
      await press('Enter')
      await click(page.getByRole('link', { name: /^Error 3/ }))
      await page.getByText('Email is not valid').waitFor()
      await click(page.getByRole('button', { name: 'Import 197 rows' }))
      await page.getByText(/^Import finished: 197 created/).waitFor()
    }
  },
}

export const whyRefused: Task = {
  what: 'why a user was refused',
  first: 0,
  async prepare(desk) {
    const [one] = (await people(desk, 'page=4')).items
    if (!one) throw new Error('no user was created')
    await desk.ask('PUT', '/administrator/tokens/suspendToken', { id: one.id })
    await waitUntil(
      async () => {
        await fetch(`${desk.stage.address}/api/v1/auth/email/initial?email=${encodeURIComponent(one.email)}`)
        return desk.ask<{ items: unknown[] }>('GET', `/administrator/tokens/${one.id}/refusals`)
      },
      ({ items }) => items.length > 0,
      200,
    )
    return async ({ page, jump }) => {
      await jump(one.userId)
      await page.getByText("Suspended. None of this user's keys work.").waitFor()
    }
  },
}

export const giveRole: Task = {
  what: 'give a second administrator a role',
  first: 6,
  async prepare(desk) {
    const [one] = (await people(desk, 'page=5')).items
    if (!one) throw new Error('no user was created')
    return async ({ page, click, jump, press, type }) => {
      await jump('add admin')
      const drawer = page.getByRole('dialog', { name: 'Add admin' })
      await drawer.getByRole('combobox', { name: 'Users' }).and(page.locator(':focus')).waitFor()
      await type(one.userId)
      await page.getByRole('option', { name: new RegExp(one.userId) }).waitFor()
      await press('Enter')
      await press('Tab')
      await click(drawer.getByRole('combobox', { name: 'Role' }))
      await click(page.getByRole('option', { name: 'User Management' }))
      await click(drawer.getByRole('button', { name: 'Add admin' }))
      await page.getByText('1 admin added').waitFor()
    }
  },
}
