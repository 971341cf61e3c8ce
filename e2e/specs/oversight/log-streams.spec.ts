import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownCertificate, type SyslogReceiver, syslogReceiver } from '../../../server/test/emulators/log-receiver.ts'
import type { Visitor } from '../../browser.ts'
import {
  allowLoopback,
  addUser,
  apiCaller,
  newOwner,
  type Tokens,
  tokensOf,
  unique,
  type Workspace,
} from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const own = ownCertificate()
const product = sharedProduct()
let owner: Visitor & { workspace: Workspace }
let tokens: Tokens
let receiver: SyslogReceiver

beforeAll(async () => {
  receiver = await syslogReceiver(own)
  owner = await newOwner(product)
  await allowLoopback(product, owner.workspace.slug, 'log-streams')
  tokens = await tokensOf(owner.page)
})
afterAll(async () => {
  await receiver.close()
})

const arrived = (text: string) => () => receiver.messages.filter(message => message.includes(text)).length

describe('the log of a workspace', () => {
  test('is one step away from a group, with the values before and after', async () => {
    const { page } = owner
    const call = apiCaller(product, tokens)
    const name = unique('Nurses')
    const { body } = await call('POST', '/administrator/groups', { name })
    await call('PUT', `/administrator/groups/${String(body['id'])}`, { name: `${name} by night` })
    await page.goto(`${product.address}/dashboard/groups/${String(body['id'])}`)
    await page.getByRole('link', { name: 'Activity', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: `Activity: ${name} by night` }).waitFor()
    await page.getByRole('button', { name: /^Details for Group changed/ }).click()
    await page.getByRole('row', { name: `Name ${name} ${name} by night`, exact: true }).waitFor()
    await page.getByRole('button', { name: /^Details for Group created/ }).waitFor()
  })

  test('is sent to a log server, waits while it is down, and is verified by the command', async () => {
    const { page, workspace } = owner
    await page.goto(`${product.address}/dashboard/workspace`)
    await page.getByRole('link', { name: 'Log streams' }).click()
    await page.getByRole('button', { name: 'Add log stream…' }).click()
    const drawer = page.getByRole('dialog', { name: 'Add log stream' })
    await drawer.getByLabel('Name', { exact: true }).fill('SIEM')
    await drawer.getByLabel('Host and port').fill('nonsense address')
    await drawer.getByRole('button', { name: 'Add log stream' }).click()
    await drawer.getByText('Enter a host and port such as logs.example.org:6514').first().waitFor()
    await drawer.getByLabel('Host and port').fill(`127.0.0.1:${receiver.port}`)
    await drawer.getByLabel('Certificate authority').fill(own.cert)
    await drawer.getByRole('button', { name: 'Add log stream' }).click()
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Send test entry to SIEM' }).click()
    await page.getByText('Test entry delivered to SIEM').waitFor()
    expect(arrived('log-stream.tested')()).toBeGreaterThan(0)

    const first = `${unique('kit')}@fern.example`
    await addUser(product, tokens, { firstName: 'Kit', lastName: 'First', email: first })
    await expect.poll(arrived('Kit First'), { timeout: 20_000 }).toBe(1)
    await page.getByText(/Last delivered/).waitFor()

    await receiver.close()
    await addUser(product, tokens, { firstName: 'Kit', lastName: 'Later', email: `${unique('kit')}@fern.example` })
    await page.getByText('Failing', { exact: true }).waitFor({ timeout: 30_000 })
    await page.getByText('The receiver refused the connection').waitFor()
    receiver = await syslogReceiver(own, receiver.port)
    await expect.poll(arrived('Kit Later'), { timeout: 60_000 }).toBe(1)
    await page.getByText('Running', { exact: true }).waitFor({ timeout: 15_000 })

    const proof = await product.admin('verify-log', '--workspace', workspace.slug)
    expect(proof['logs']).toMatchObject([{ workspace: workspace.slug, fault: null }])
  })

  test('is sent to an HTTPS endpoint with a secret that is shown once', async () => {
    const { page } = owner
    await page.goto(`${product.address}/dashboard/workspace/log-streams`)
    await page.getByRole('button', { name: 'Add log stream…' }).click()
    const drawer = page.getByRole('dialog', { name: 'Add log stream' })
    await drawer.getByRole('combobox', { name: 'Transport' }).click()
    await page.getByRole('option', { name: 'HTTPS' }).click()
    await drawer.getByLabel('Name', { exact: true }).fill('Lake')
    await drawer.getByLabel('Address').fill('https://127.0.0.1:9/log')
    await drawer.getByRole('button', { name: 'Add log stream' }).click()
    const once = page.getByRole('dialog', { name: 'Signing secret of “Lake”' })
    expect(await once.locator('code').first().innerText()).toMatch(/^[\w-]{43}$/)
    await once.getByRole('button', { name: "I've copied it" }).click()
    await page.getByRole('button', { name: 'More actions for Lake' }).click()
    await page.getByRole('menuitem', { name: 'Remove…' }).click()
    await page.getByRole('button', { name: 'Remove log stream' }).click()
    await page.getByText('Lake removed').waitFor()
  })
})
