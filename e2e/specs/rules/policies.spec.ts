import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { barriers } from '../../browser.ts'
import { apiCaller, newOwner, tokensOf } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()
const home = '/dashboard/policies'
let page: Page
let ask: ReturnType<typeof apiCaller>

beforeAll(async () => {
  ;({ page } = await newOwner(product))
  ask = apiCaller(product, await tokensOf(page))
})

const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click()
const row = (name: string | RegExp) => page.getByRole('row').filter({ hasText: name })
const names = () => page.getByRole('grid').locator('tbody tr[data-row] td[data-name]').allInnerTexts()
const open = async (path = '') => {
  await page.goto(product.address + home + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
const condition = async (name: string) => {
  await press('Add condition')
  await page.getByRole('menuitem', { name, exact: true }).click()
}

async function made(name: string, priority: number, content: object): Promise<string> {
  const { status, body } = await ask('POST', '/administrator/policies/create', {
    name,
    priority,
    action: 0,
    ...content,
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return String(body['_id'])
}

test('a policy that locks out every owner is reported in advance and not saved', async () => {
  await open()
  await page.getByRole('region', { name: 'Default policy' }).getByRole('button', { name: 'Change…' }).click()
  const drawer = page.getByRole('dialog', { name: 'Default policy' })
  await drawer.getByRole('radio', { name: 'Block' }).check()
  await drawer.getByText("You can't save this because no owner would have a usable key.").waitFor()
  await drawer.getByRole('button', { name: 'Save default policy' }).click()
  await page.getByText('This would leave every owner without a usable key').first().waitFor()
  expect((await ask('GET', '/administrator/policies/default')).body).toEqual({ action: 1 })
  await drawer.getByRole('radio', { name: 'Allow' }).check()
  await drawer.getByRole('button', { name: 'Cancel' }).click()
})

describe('a policy', () => {
  test('applies outside of the times that are shown', async () => {
    await open('/new')
    await page.getByLabel('Policy name').fill('By night')
    await page.getByRole('radio', { name: 'Block' }).check()
    await condition('Times')
    await press('Add Mon–Fri 08:00–18:00')
    await page.getByRole('switch', { name: 'Outside these times' }).click()
    await page
      .getByText(/the time is outside Mon–Fri 08:00–18:00/)
      .first()
      .waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Start of time span 1' }).fill('07:30')
    await page.getByRole('textbox', { name: 'End of time span 1' }).fill('20:00')
    await press('Add policy')
    await page.waitForURL(/policies\/[0-9a-f-]{36}$/)
    const saved = await ask('GET', `/administrator/policies/${new URL(page.url()).pathname.split('/').at(-1)}`)
    expect(saved.body['timeLimits']).toMatchObject({
      spans: [
        { days: [1, 2, 3, 4, 5], from: '00:00', to: '07:30' },
        { days: [1, 2, 3, 4, 5], from: '20:00', to: '24:00' },
        { days: [6, 7], from: '00:00', to: '24:00' },
      ],
    })
    await ask('DELETE', '/administrator/policies', { ids: [saved.body['_id']] })
  })

  test('is written in sections that read as sentences, and marks fields that are missing (R147)', async () => {
    await open()
    await page.getByText('No access policies yet').waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('link', { name: 'Add policy' }).first().click()
    await page.getByRole('heading', { name: 'New policy' }).waitFor()
    await condition('Locations')
    await press('Add policy')
    for (const says of ['Policy Name is required', 'Policy Action is required', 'Please select at least one country'])
      await page.getByText(says).first().waitFor()
    await press('Remove Locations')
    await page.getByLabel('Policy name').fill('Not the intranet')
    await page.getByRole('radio', { name: 'Block' }).check()
    await condition('Sites')
    await page.getByLabel('Domains, one per line').fill('intranet.example')
    await page.getByText('the site is intranet.example').first().waitFor()
    expect(await barriers(page)).toEqual([])
    await press('Add policy')
    await page.getByRole('heading', { level: 1, name: 'Not the intranet' }).waitFor()
    await open()
    await row('Not the intranet').getByText('1 site').waitFor()
    await page.getByRole('region', { name: 'Default policy' }).getByText('Allow', { exact: true }).waitFor()
    expect(await barriers(page)).toEqual([])
  })

  test('is set to report-only and back, for one and for several', async () => {
    await made('First of several', 110, { rpRestriction: { values: ['one.example'] } })
    await open()
    await press('Actions for First of several')
    await page.getByRole('menuitem', { name: 'Report only' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Set 1 policy to report only' }).click()
    await row('First of several').getByText('Report only').waitFor()
    await page.getByRole('checkbox', { name: 'Select First of several' }).check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on 1 policy' }).click()
    await row('First of several').getByText('On', { exact: true }).waitFor()
  })

  test('moves by its menu and by the keyboard, and announces its position', async () => {
    await made('Zebra', 210, { rpRestriction: { values: ['two.example'] } })
    await made('Yak', 220, { rpRestriction: { values: ['three.example'] } })
    await open()
    const order = async () => (await names()).filter(name => ['Zebra', 'Yak'].includes(name))
    await row('Yak').waitFor()
    expect(await order()).toEqual(['Zebra', 'Yak'])
    await press('Actions for Yak')
    await page.getByRole('menuitem', { name: 'Move up' }).click()
    await expect.poll(order).toEqual(['Yak', 'Zebra'])
    await page.getByRole('status').filter({ hasText: 'Yak is now before Zebra' }).waitFor({ state: 'attached' })
    await press('Actions for Yak')
    await page.getByRole('menuitem', { name: 'Move down' }).click()
    await expect.poll(order).toEqual(['Zebra', 'Yak'])
    const drag = page.locator('tbody tr[data-row]')
    await drag.filter({ hasText: 'Yak' }).dragTo(drag.filter({ hasText: 'Zebra' }), { targetPosition: { x: 40, y: 3 } })
    await expect.poll(order).toEqual(['Yak', 'Zebra'])
    await page.getByRole('grid').focus()
    const underKeyboard = page.locator('tr[data-cursor]').filter({ hasText: 'Zebra' })
    for (let step = 0; step < 20 && (await underKeyboard.count()) === 0; step++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(order).toEqual(['Zebra', 'Yak'])
    await page.getByRole('status').filter({ hasText: 'Zebra is now before Yak' }).waitFor({ state: 'attached' })
  })

  test('says where it never applies, counts who loses an application, and is simulated there', async () => {
    const group = await ask('POST', '/administrator/devices/groups', { name: 'Ward computers', ids: [] })
    const device = await made('Ward computers only', 315, {
      devices: { groups: [group.body['id']] },
      timeLimits: { spans: [{ days: [1], from: '03:00', to: '03:01' }] },
    })
    await open(`/${device}`)
    const side = page.getByRole('complementary', { name: 'About this policy' })
    const never = "This policy can't apply at applications and on the sign-in page, because the device is unknown there"
    await side.getByText(never).waitFor()
    const oidc = { redirectUris: ['https://board.example/cb'] }
    const board = await ask('POST', '/api/sso/oidc/sp', { name: 'Ward board', own: true, oidc })
    const all = { everyone: true, groups: [], units: [], users: [] }
    await ask('PUT', `/api/sso/applications/${String(board.body['id'])}/assignment`, all)
    await page.getByRole('link', { name: 'Access policies' }).first().click()
    await page.getByRole('link', { name: 'Add policy' }).first().click()
    await page.getByLabel('Policy name').fill('No ward board')
    await page.getByRole('radio', { name: 'Block' }).check()
    await condition('Applications')
    await page.getByRole('combobox', { name: 'Applications', exact: true }).fill('Ward')
    await page.getByRole('option', { name: 'Ward board' }).click()
    await page.keyboard.press('Tab')
    await side.getByText('1 user loses access:').waitFor()
    await side.getByText('Ward board: 1 user').waitFor()
    expect(await barriers(page)).toEqual([])
    await press('Add policy')
    await page.getByRole('heading', { level: 1, name: 'No ward board' }).waitFor()

    await page.goto(`${product.address}/dashboard/policies/simulator`)
    const answer = page.getByRole('region', { name: 'Result' })
    await answer.getByText('Enter at least one value to see the result.').waitFor()
    await page.getByLabel('Used at').selectOption('Sign-in page, passkey or security key')
    await answer.getByText('Allowed', { exact: true }).waitFor()
    for (const field of ['Application', 'Site', 'Computer or device'])
      expect(await page.getByLabel(field, { exact: true }).count(), field).toBe(0)
    await page.getByLabel('Used at').selectOption('Application, OpenID Connect')
    await page.getByRole('combobox', { name: 'Application', exact: true }).fill('Ward')
    await page.getByRole('option', { name: 'Ward board' }).click()
    await answer.getByText('Refused', { exact: true }).waitFor()
    expect(await barriers(page)).toEqual([])
  })

  test('is imported from a file after a preview', async () => {
    await made('Gone soon', 230, { rpRestriction: { values: ['four.example'] } })
    const { body } = await ask('GET', '/administrator/policies?search=Gone')
    const [{ _id } = { _id: '' }] = body['items'] as { _id: string }[]
    const file = {
      format: 'claviger-access-policies',
      version: 1,
      lists: [{ name: 'Far sites', type: 3, entries: [{ value: 'far.example' }] }],
      policies: [
        { name: 'Gone soon', priority: 230, action: 0, rpRestriction: { values: ['five.example'] } },
        { name: 'Import from file', priority: 240, action: 0, rpRestriction: { lists: ['Far sites'] } },
      ],
    }
    await open()
    await press('More actions for access policies')
    await page.getByRole('menuitem', { name: 'Import from file…' }).click()
    const panel = page.getByRole('dialog', { name: 'Import policies' })
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      panel.getByRole('button', { name: 'Choose file…' }).click(),
    ])
    const buffer = Buffer.from(JSON.stringify(file))
    await chooser.setFiles({ name: 'policies.json', mimeType: 'application/json', buffer })
    const outcomes = panel.getByRole('list', { name: 'Import preview' })
    await outcomes.getByText('Named list “Far sites”').waitFor()
    await outcomes.getByText('Changed').waitFor()
    expect(await barriers(page)).toEqual([])
    await panel.getByRole('button', { name: 'Import 3' }).click()
    await row('Import from file').getByText('1 site').waitFor()
    const now = await ask('GET', `/administrator/policies/${_id}`)
    expect(now.body).toMatchObject({ version: 2, rpRestriction: { values: ['five.example'] } })
  })

  test('shows an earlier version next to the current one, and restores it', async () => {
    const id = await made('Of many versions', 310, { rpRestriction: { values: ['before.example'] } })
    const change = { name: 'Of many versions', priority: 310, action: 0, rpRestriction: { values: ['after.example'] } }
    expect((await ask('PUT', `/administrator/policies/${id}`, change)).status).toBe(200)
    await open(`/${id}`)
    await press('History')
    await press('Compare version 1')
    await page.getByRole('row', { name: 'Sites before.example after.example' }).waitFor()
    expect(await barriers(page)).toEqual([])
    await press('Restore version 1…')
    await page.getByRole('dialog').getByRole('button', { name: 'Restore version 1' }).click()
    await page.getByText('the site is before.example').first().waitFor()
  })

  test('is not overwritten after another administrator changed it', async () => {
    const id = await made('Of two people', 940, { rpRestriction: { values: ['a.example'] } })
    await open(`/${id}`)
    await page.getByLabel('Description').fill('mine')
    const change = { name: 'Of two people', description: 'theirs', priority: 940, action: 0 }
    expect(
      (await ask('PUT', `/administrator/policies/${id}`, { ...change, rpRestriction: { values: ['b.example'] } }))
        .status,
    ).toBe(200)
    await press('Save policy')
    await page.getByText(/changed this policy in the meantime/).waitFor()
    await press('Discard my changes and reload')
    await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('theirs')
  })
})

test('a site marked as vital keeps a sign-in method for an owner', async () => {
  await open()
  const vital = page.getByRole('region', { name: 'Essential sites' })
  await vital.getByRole('button', { name: 'Change…' }).click()
  const panel = page.getByRole('dialog', { name: 'Essential sites' })
  await panel.getByLabel('Domains, one per line').fill('https://payroll.example/')
  await panel.getByRole('button', { name: 'Save essential sites' }).click()
  await panel.getByText('Enter only the domain').waitFor()
  expect(await barriers(page)).toEqual([])
  await panel.getByLabel('Domains, one per line').fill('payroll.example')
  await panel.getByRole('button', { name: 'Save essential sites' }).click()
  await vital.getByText('and at payroll.example').waitFor()
  const { status, body } = await ask('POST', '/administrator/policies/create', {
    name: 'No payroll',
    priority: 900,
    action: 0,
    rpRestriction: { values: ['payroll.example'] },
  })
  expect([status, body['code']]).toEqual([409, 'owners-locked-out'])
  await ask('PUT', '/administrator/policies/vital', { sites: [] })
})
