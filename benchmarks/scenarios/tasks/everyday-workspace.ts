import type { Task } from './task.ts'

const blockOutsideHours: Task = {
  what: 'block a group outside working hours',
  most: 4,
  async prepare(desk) {
    const name = `Contractors ${Date.now()}`
    await desk.ask('POST', '/administrator/groups', { name })
    return async ({ page, click, jump, press, type }) => {
      await jump('access policies')
      await click(page.getByRole('link', { name: 'Add policy' }).first())
      await click(page.getByRole('button', { name: /^Block a group outside working hours/ }))
      await click(page.getByRole('combobox', { name: 'Groups' }))
      await type(name)
      await page.getByRole('option', { name }).waitFor()
      await press('ArrowDown')
      await press('Enter')
      await press('Tab')
      await click(page.getByRole('button', { name: 'Add policy' }))
      await page.waitForURL(/policies\/[0-9a-f-]{36}$/)
    }
  },
}

const addNamedList: Task = {
  what: 'add a list of networks',
  most: 4,
  async prepare() {
    return async ({ page, click, jump, press, type, fill }) => {
      await jump('named lists')
      await click(page.getByRole('link', { name: 'Add list' }).first())
      await click(page.getByLabel('List name'))
      const name = `Wards ${Date.now()}`
      await fill(name, '')
      await press('Tab')
      await type('IP')
      await click(page.getByLabel('Value', { exact: true }))
      await type('192.0.2.0/24')
      await press('Enter')
      await page.getByRole('button', { name: 'Remove 192.0.2.0/24' }).waitFor()
      await click(page.getByRole('button', { name: 'Add list' }))
      await page.getByRole('heading', { level: 1, name }).waitFor()
    }
  },
}

const addApplication: Task = {
  what: 'add an application from the catalog',
  most: 5,
  async prepare() {
    return async ({ page, click, press, type }) => {
      const menu = page.getByRole('navigation', { name: 'Main' })
      await click(menu.getByRole('link', { name: 'Applications', exact: true }))
      await page.getByRole('heading', { level: 1, name: 'Applications', exact: true }).waitFor()
      await click(page.getByRole('link', { name: 'Add application' }).first())
      await click(page.getByLabel('Search applications'))
      await type('graf')
      await click(page.getByRole('button', { name: /^Grafana .*OpenID Connect$/ }))
      await click(page.getByLabel('Address'))
      await type('https://grafana.bench.example')
      await press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Grafana added' }).waitFor()
    }
  },
}

const createApiKey: Task = {
  what: 'create an API key',
  most: 2,
  async prepare() {
    return async ({ page, click, jump, press, type }) => {
      await jump('api keys')
      await click(page.getByRole('button', { name: 'Create API key' }).first())
      await page.getByRole('dialog').getByLabel('Name').and(page.locator(':focus')).waitFor()
      const name = `HR sync ${Date.now()}`
      await type(name)
      await press('Enter')
      await click(page.getByRole('button', { name: "I've copied it" }))
      await page.getByRole('row', { name: new RegExp(name) }).waitFor()
    }
  },
}

const listFailures: Task = {
  what: 'list failed sign-ins',
  most: 3,
  async prepare() {
    return async ({ page, click, jump, press }) => {
      await jump('activity log')
      await click(page.getByRole('button', { name: 'Filter', exact: true }))
      await click(page.getByRole('menuitem', { name: 'Result' }))
      await click(page.getByText('Failed', { exact: true }).last())
      await press('Escape')
      await page.getByText(/^(?:No entries match|1–)/).waitFor()
    }
  },
}

export const workspaceTasks: readonly Task[] = [
  blockOutsideHours,
  addNamedList,
  addApplication,
  createApiKey,
  listFailures,
]
