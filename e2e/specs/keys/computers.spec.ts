import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { signInAtComputer } from './computers.agent.ts'
import { barriers } from '../../browser.ts'
import { apiCaller, newOwner, type Tokens, tokensOf } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()
let page: Page
let owner: Tokens

const ask = (token: string, method: string, path: string, body: unknown = {}) =>
  apiCaller(product, { accessToken: token, refreshToken: '' })(method, path, body)
const home = () => `${product.address}/dashboard/devices`

beforeAll(async () => {
  ;({ page } = await newOwner(product))
  owner = await tokensOf(page)
})

async function configuration(): Promise<Record<string, string>> {
  await page.goto(home())
  await page.getByText('No computers yet').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Agent configuration' }).click()
  await page.getByRole('button', { name: 'Create configuration' }).click()
  await page.getByText('Save the file now.').waitFor()
  expect(await barriers(page)).toEqual([])
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save file' }).click(),
  ])
  await page.getByRole('button', { name: 'Close' }).click()
  return JSON.parse(await readFile(await file.path(), 'utf8')) as Record<string, string>
}

test('a computer registers, is used, grouped, allowed offline uses, and removed', async () => {
  const file = await configuration()
  expect(file).toMatchObject({ server: product.address, workspace: 'Fern Clinic' })
  const made = await ask(owner.accessToken, 'POST', '/administrator/workspace/api-keys', {
    name: 'Ward computers',
    type: 2,
    expiry: 0,
  })
  const registered = await ask(String(made.body['value']), 'POST', `${file['api']}/computers`, {
    name: 'WARD-3-PC-07',
    machineId: 'f3a1',
    enrolmentSecret: file['enrolmentSecret'],
  })
  expect(registered.status, JSON.stringify(registered.body)).toBe(200)
  const agent = String(registered.body['agentToken'])
  await ask(agent, 'POST', '/apis/agent/v1/heartbeat', { apps: [{ name: 'Reader driver', version: '3.13.0' }] })

  await page.goto(home())
  await page.getByRole('row', { name: /WARD-3-PC-07.*Connected/ }).waitFor()
  await page.getByRole('button', { name: 'Actions for WARD-3-PC-07' }).click()
  await page.getByRole('menuitem', { name: 'Fixed account…' }).click()
  await page.getByLabel('Account', { exact: true }).fill('ward3')
  await page.getByLabel('Password', { exact: true }).fill('Wr4d!')
  await page.getByRole('button', { name: 'Save account' }).click()
  await page.getByText('Enter the account as domain\\user').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByLabel('Account', { exact: true }).fill('FERN\\ward3')
  await page.getByRole('button', { name: 'Save account' }).click()
  await page.getByRole('row', { name: /WARD-3-PC-07.*ward3/ }).waitFor()
  expect(await signInAtComputer(product, page, agent)).toMatchObject({
    status: 200,
    body: { accounts: [{ username: 'FERN\\ward3', password: 'Wr4d!', of: 'computer' }] },
  })

  await page.getByRole('row', { name: /WARD-3-PC-07/ }).click()
  await page.getByRole('heading', { name: 'WARD-3-PC-07', level: 1 }).waitFor()
  await page.getByText('Reader driver 3.13.0').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('link', { name: 'Ada Fern' }).click()
  await page.locator('a[href*="/users/"][href$="/sessions"]').first().click()
  await page.getByRole('link', { name: 'WARD-3-PC-07' }).waitFor()

  await page.goto(`${home()}/groups`)
  await page.getByRole('button', { name: 'Add device group' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Ward 3')
  await page.getByRole('dialog').getByRole('button', { name: 'Add device group' }).click()
  await page.getByRole('heading', { name: 'Ward 3', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Add devices' }).click()
  await page.getByRole('combobox', { name: 'Devices' }).fill('ward')
  await page.getByRole('option', { name: 'WARD-3-PC-07' }).click()
  await page.getByRole('combobox', { name: 'Devices' }).press('Escape')
  expect(await barriers(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Add devices' }).first().click()
  await page.getByRole('row', { name: /WARD-3-PC-07/ }).waitFor()

  await page.goto(home())
  await page.getByRole('checkbox', { name: /WARD-3-PC-07/ }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Allow offline…' }).click()
  await page.getByRole('textbox', { name: 'Uses' }).fill('5')
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Allow offline use on 1 device' }).click()
  await page.getByRole('row', { name: /5 uses within 72 hours/ }).waitFor()
  const told = await ask(agent, 'POST', '/apis/agent/v1/heartbeat')
  expect(told.body).toMatchObject({ offline: { allowed: true, uses: 5, hours: 72 } })

  await page.getByRole('checkbox', { name: /WARD-3-PC-07/ }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Remove…' }).click()
  await page.getByText('1 fixed account is also deleted.').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove 1 device' }).click()
  await page.getByText('No computers yet').waitFor()
  expect(await ask(agent, 'POST', '/apis/agent/v1/heartbeat')).toMatchObject({
    status: 401,
    body: { code: 'agent-refused' },
  })
})
