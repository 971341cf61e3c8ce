import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { barriers, plugIn, newVisitor } from '../../browser.ts'
import { apiCaller, openConsole, newOwner, session } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'
import { fingerReader } from '../../finger-reader.ts'

const product = sharedProduct()

type Ask = ReturnType<typeof apiCaller>

async function threeUsers() {
  const { page, workspace, key } = await newOwner(product)
  const ask = apiCaller(product, await session(product, workspace.owner, '--workspace', workspace.slug))
  const people = ['Bea', 'Cem', 'Dag']
  for (const first of people)
    await ask('POST', '/administrator/tokens', {
      userId: `${first}.${workspace.slug}`.toLowerCase(),
      firstName: first,
      lastName: 'Holm',
      email: `${first}@${workspace.slug}.example`.toLowerCase(),
    })
  return { page, key, ask }
}

async function assignLater(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Assign key' }).first().click()
  const users = dialog.getByRole('combobox', { name: 'Users' })
  for (const first of ['Bea', 'Cem', 'Dag']) {
    await users.fill(first)
    await page.getByRole('option', { name: new RegExp(`^${first} Holm`) }).click()
  }
  await users.press('Escape')
  await dialog.getByRole('radio', { name: 'Hardware key' }).check()
  await dialog.getByRole('radio', { name: 'Later' }).check()
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Assign 3 keys' }).click()
  await page.getByText('3 keys assigned').waitFor()
}

const keys = async (ask: Ask, query = '') =>
  (await ask('GET', `/administrator/securityDevice?pageSize=50&${query}`)).body['items'] as {
    id: string
    status: number
    name: string
  }[]

describe('security keys', () => {
  test('are assigned to many users from the list; the run shows the result for each', async () => {
    const { page, ask } = await threeUsers()
    await page.goto(`${product.address}/dashboard/users`)
    for (const first of ['Bea', 'Cem', 'Dag'])
      await page.getByRole('checkbox', { name: new RegExp(`${first} Holm`) }).check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Assign keys' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: 'Assign a key to 3 users?' }).waitFor()
    await dialog.getByRole('radio', { name: 'Later' }).check()
    expect(await barriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Assign 3 keys' }).click()
    await dialog.getByRole('link', { name: 'Show results for each key' }).click()
    await page.getByText('3 done, 0 not done, 0 waiting').waitFor()
    expect((await keys(ask, 'status=30')).map(key => key.name)).toEqual(['Access card', 'Access card', 'Access card'])
    await page.goto(`${product.address}/dashboard/security-keys`)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Runs' }).click()
    await page.getByText('3 keys assigned').first().waitFor()
    expect(await barriers(page)).toEqual([])
  })

  test('are assigned to several users for later; the page says in advance which keys cannot change, and why', async () => {
    const { page, ask } = await threeUsers()
    await page.goto(`${product.address}/dashboard/security-keys`)
    await assignLater(page)
    expect((await keys(ask, 'status=30')).map(key => key.name)).toEqual([
      'Hardware key',
      'Hardware key',
      'Hardware key',
    ])
    await page.getByRole('checkbox', { name: /^Select all/ }).check()
    const bar = page.getByRole('toolbar', { name: 'Actions for selected rows' })
    await bar.getByRole('button', { name: 'Suspend' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('are pending activation').waitFor()
    await dialog.getByText('is your own. Change it in your profile').waitFor()
    expect(await barriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  test('200 of the demo are suspended by a filter and restored', async () => {
    const { page } = await newVisitor()
    const tokens = (await apiCaller(product, undefined)('POST', '/api/v1/auth/demo', {})).body as never
    const ask = apiCaller(product, tokens)
    const suspended = async () => {
      const { body } = await ask('GET', '/administrator/securityDevice/counts')
      return (body['byStatus'] as { status: number; count: number }[]).find(one => one.status === 40)?.count ?? 0
    }
    await openConsole(page, product, tokens, '/dashboard/security-keys?type=2&status=20')
    const before = await suspended()
    await page.getByRole('checkbox', { name: /^Select all/ }).check()
    const bar = page.getByRole('toolbar', { name: 'Actions for selected rows' })
    await bar.getByRole('button', { name: /^Select all/ }).click()
    await bar.getByRole('button', { name: 'Suspend' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Suspend \d+ keys$/ }).click()
    await dialog
      .getByRole('status')
      .getByText(/suspended/)
      .waitFor()
    expect(await suspended()).toBeGreaterThan(before + 200)
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(/^(Undone|Undoing) for/).waitFor()
    await expect.poll(suspended, { timeout: 15_000 }).toBe(before)
  })

  test('one is deleted on the page of its user after the consequences are shown', async () => {
    const { page, ask } = await threeUsers()
    const { body } = await ask('GET', '/administrator/tokens/v2?search=bea')
    const [bea] = body['items'] as { id: string }[]
    await page.goto(`${product.address}/dashboard/users/${bea?.id}/security-keys`)
    await page.getByRole('button', { name: 'Assign key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Access card' }).check()
    await dialog.getByRole('radio', { name: 'Now' }).check()
    await dialog.getByLabel('Accesskey/Card ID').fill('1234567890')
    await dialog.getByText('Read as D2029649 (decimal: 1234567890)').waitFor()
    await dialog.getByRole('button', { name: 'Assign key' }).click()
    await page.getByText('1 key assigned').waitFor()
    await page.getByRole('button', { name: 'Actions for Access card' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await dialog.getByText('Bea Holm can no longer sign in with “Access card”.').waitFor()
    await dialog.getByRole('button', { name: 'Delete 1 security key' }).click()
    await page.getByText('Security key deleted').waitFor()
    await page.getByText('No security keys yet').waitFor()
    expect(await keys(ask, `userId=${bea?.id}`)).toEqual([])
  })

  test('a denied model cannot be added, and the page says why', async () => {
    const { page, key, ask } = await threeUsers()
    const { body } = await ask('GET', '/administrator/keyModels')
    const models = (body['items'] as { aaguid: string; keys: number }[]).filter(one => one.keys > 0)
    const aaguids = models.map(one => one.aaguid)
    await ask('PUT', '/administrator/keyModels/rules', { mode: 'except', models: aaguids, attested: false })
    await key.remove()
    await plugIn(page)
    await page.goto(`${product.address}/dashboard/addSecurityKey`)
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await page.getByText("Your workspace doesn't allow this key model. Use another one").first().waitFor()
  })

  test('a default policy gives new keys their settings', async () => {
    const { page, ask } = await threeUsers()
    await page.goto(`${product.address}/dashboard/policies/token`)
    await page.getByRole('button', { name: 'Add policy' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Ward badge')
    await dialog.getByRole('switch', { name: 'Works offline' }).check()
    expect(await barriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add policy' }).click()
    await page.getByText('Ward badge added').waitFor()
    const { body } = await ask('GET', '/administrator/tokens/v2?search=cem')
    const [cem] = body['items'] as { id: string }[]
    const made = await ask('POST', '/administrator/tokens/userInfo/securitykey', {
      userId: cem?.id,
      type: 2,
      activation: 3,
    })
    expect(made.body['key']).toMatchObject({ offlineLogin: true, verification: 4, status: 30 })
  })

  test('a policy is assigned to existing keys from their list and from the policy, and undone', async () => {
    const { page, ask } = await threeUsers()
    const { body } = await ask('GET', '/administrator/tokens/v2?search=holm')
    for (const { id } of body['items'] as { id: string }[])
      await ask('POST', '/administrator/tokens/userInfo/securitykey', { userId: id, type: 2, activation: 3 })
    await page.goto(`${product.address}/dashboard/policies/token`)
    await page.getByRole('button', { name: 'Add policy' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Night shift')
    await dialog.getByRole('switch', { name: 'Works offline' }).check()
    await dialog.getByRole('button', { name: 'Add policy' }).click()
    await page.getByText('Night shift added').waitFor()
    const offline = async () =>
      (
        (await ask('GET', '/administrator/securityDevice?pageSize=50&type=2')).body['items'] as {
          offlineLogin: boolean
        }[]
      ).filter(key => key.offlineLogin).length

    await page.goto(`${product.address}/dashboard/security-keys?type=2`)
    await page.getByRole('checkbox', { name: /^Select all/ }).check()
    const bar = page.getByRole('toolbar', { name: 'Actions for selected rows' })
    await bar.getByRole('button', { name: 'Assign policy' }).click()
    await dialog.getByLabel('Policy').selectOption({ label: 'Night shift' })
    const give = dialog.getByRole('button', { name: 'Assign policy to 3 keys' })
    await give.waitFor()
    expect(await barriers(page)).toEqual([])
    await give.click()
    await dialog.getByRole('status').getByText('Policy assigned to 3 keys').waitFor()
    expect(await offline()).toBe(3)
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone for 3 keys').waitFor()
    expect(await offline()).toBe(0)

    await page.goto(`${product.address}/dashboard/policies/token`)
    await page.getByRole('button', { name: 'Actions for Night shift' }).click()
    await page.getByRole('menuitem', { name: 'Assign to keys…' }).click()
    await dialog.getByLabel('Keys').selectOption({ label: 'Access card' })
    await dialog.getByRole('button', { name: 'Assign policy to 3 keys' }).click()
    await dialog.getByRole('link', { name: 'Show results for each key' }).click()
    await page.getByRole('heading', { level: 1, name: 'Night shift assigned to 3 keys' }).waitFor()
    await page.getByRole('grid', { name: 'results' }).getByText('Bea Holm').waitFor()
    expect(await barriers(page)).toEqual([])
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download report' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('result.csv')
  })

  test('fingerprints are viewed, and one is deleted after confirmation', async () => {
    const { page, ask } = await threeUsers()
    const { body } = await ask('GET', '/administrator/tokens/v2?search=Bea')
    const [bea] = body['items'] as { id: string }[]
    const { body: clients } = await ask('POST', '/administrator/workspace/api-keys', {
      name: 'Fingerprints',
      type: 2,
      granted: ['clients'],
    })
    const asProgram = (token: unknown) => apiCaller(product, { accessToken: String(token), refreshToken: '' })
    const enroll = await fingerReader(asProgram(clients['value']), asProgram)
    const wish = { userId: bea?.id, type: 5, activation: 1 }
    const made = await ask('POST', '/administrator/tokens/userInfo/securitykey', wish)
    const { challenge, key } = made.body as { challenge: string; key: { id: string } }
    await enroll(challenge, 'Thumb')
    await page.goto(`${product.address}/dashboard/security-keys/${key.id}`)
    await page.getByRole('button', { name: 'Actions for Thumb' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('This key has no other fingerprint.').waitFor()
    expect(await barriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Keep fingerprint' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Actions for Thumb' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await dialog.getByRole('button', { name: 'Delete 1 fingerprint' }).click()
    await page.getByText('No fingerprints yet').waitFor()
  })
})
