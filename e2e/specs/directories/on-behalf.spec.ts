import { expect, test } from 'vitest'
import { devices } from '../../../server/test/emulators/entra/devices.ts'
import { entraEmulator } from '../../../server/test/emulators/entra/entra.ts'
import { EntraPasses } from '../../../server/test/emulators/entra/passes.ts'
import { EntraPasskeys } from '../../../server/test/emulators/entra/passkeys.ts'
import { EntraRanks } from '../../../server/test/emulators/entra/ranks.ts'
import { importRoles, seededClient, seededSecret, seedEntra } from '../../../server/test/emulators/entra/seed.ts'
import { barriers } from '../../browser.ts'
import { closeAfterTest } from '../../closing.ts'
import { allowLoopback, apiCaller, newOwner, tokensOf } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()

const roles = [
  ...importRoles,
  'Device.Read.All',
  'UserAuthMethod-Passkey.ReadWrite.All',
  'UserAuthenticationMethod.ReadWrite.All',
  'RoleManagement.Read.Directory',
  'Policy.Read.All',
]

test('25 users get a passkey for Entra ID on their cards; one gets a temporary pass, and a PC is imported', async () => {
  const [passkeys, ranks, passes] = [new EntraPasskeys(), new EntraRanks(), new EntraPasses()]
  const entra = await entraEmulator({ more: [passkeys.mount, ranks.mount, passes.mount, devices] })
  closeAfterTest(() => entra.close())
  seedEntra(entra, 25)
  for (const { thing } of entra.directory.ofType('user')) entra.directory.change(thing.id, { accountEnabled: true })
  entra.directory.addDevice('RADIOLOGY-PC-01', { operatingSystem: 'Windows', trustType: 'AzureAd' })
  entra.clients.set(seededClient, { name: 'Claviger', secret: seededSecret, roles: new Set(roles) })

  const { page, workspace } = await newOwner(product)
  await allowLoopback(product, workspace.slug, 'api-applications')
  const asks = apiCaller(product, await tokensOf(page))
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await asks(method, path, body)
    expect([answer.status, answer.body]).toMatchObject([200, {}])
    return answer.body as T
  }
  const application = await ask<{ id: string }>('POST', '/api/api-application', {
    name: 'Clinic tenant',
    type: 'azure',
    tenantId: entra.tenant,
    clientId: seededClient,
    address: entra.address,
    secret: seededSecret,
  })
  const connection = await ask<{ id: string }>('POST', '/administrator/directories/entra', {
    name: 'Clinic',
    application: application.id,
    settings: { scope: { by: 'all' }, guests: false, groups: false },
  })
  const reach = { roles: [], touchesRank: false, privateHosts: [] }
  await ask('POST', `/administrator/directories/connections/${connection.id}/approve`, reach)
  const run = await ask<{ id: string }>('POST', '/administrator/tokens/serviceProvider', { connection: connection.id })
  const path = `/administrator/workspace/syncs/${run.id}`
  await expect.poll(async () => (await ask<{ state: string }>('GET', path)).state, { timeout: 30_000 }).toBe('done')
  await ask('POST', '/administrator/tokens/assignSecurityKey/bulk', { all: true, type: 2, activation: 3 })

  await page.goto(`${product.address}/dashboard/users`)
  await page.getByText('Anna Adler').first().waitFor()
  await page
    .getByRole('checkbox', { name: /Select all/ })
    .first()
    .check()
  await page.getByRole('button', { name: /Choose all|Select all 26/ }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Register passkeys…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Register passkeys for 26 users?' })
  await dialog.getByText('25 of 26 users').waitFor()
  await dialog.getByText('is your own account').waitFor()
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Register 25 passkeys' }).click()
  await page.getByText('25 passkeys registered with Microsoft').waitFor({ timeout: 60_000 })
  expect(passkeys.count()).toBe(25)
  expect(await barriers(page)).toEqual([])

  await page.getByText('Anna Adler').first().click()
  await page.getByRole('link', { name: 'Passkeys' }).click()
  await page.getByText('login.microsoft.com').waitFor()
  await page.getByText('registered for the user by Ada Fern').waitFor()
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('menuitem', { name: 'Temporary Access Pass…' }).click()
  await page.getByRole('button', { name: 'Issue pass' }).click()
  await page.getByText('The code is shown only once').waitFor()
  await page.getByText('••••••••').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Done reading' }).click()
  expect(passes.of.size).toBe(1)

  await page.goto(`${product.address}/dashboard/devices/entra`)
  await page.getByRole('checkbox', { name: /RADIOLOGY-PC-01/ }).check()
  await page.getByRole('button', { name: 'Import…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('1 device imported').waitFor()
  await page.getByRole('row').filter({ hasText: 'RADIOLOGY-PC-01' }).getByText('Imported').waitFor()
  expect(await barriers(page)).toEqual([])
}, 180_000)
