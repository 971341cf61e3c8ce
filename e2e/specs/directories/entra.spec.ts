import { expect, test } from 'vitest'
import { entraEmulator } from '../../../server/test/emulators/entra/entra.ts'
import { importRoles, seededClient, seededSecret, seedEntra } from '../../../server/test/emulators/entra/seed.ts'
import { barriers } from '../../browser.ts'
import { closing } from '../../closing.ts'
import { asking, newOwner, tokensOf } from '../../people.ts'
import { startProduct } from '../../product.ts'

test('people come from Entra ID: consent, a look at what would change, the import, and a clash that is solved', async () => {
  const product = await startProduct([], { PRIVATE_TARGETS: 'true' })
  closing(() => product.stop())
  const entra = await entraEmulator()
  closing(() => entra.close())
  seedEntra(entra, 60)
  const registered = entra.clients.get(seededClient)
  if (registered)
    Object.assign(registered, {
      roles: new Set(),
      asks: importRoles,
      redirects: [`${product.address}/dashboard/sync/azureAD`],
    })
  const { page } = await newOwner(product)
  const ask = asking(product, await tokensOf(page))
  await page.goto(`${product.address}/dashboard/sync/azureAD`)
  await page.getByText('No tenant yet').waitFor()
  expect(await barriers(page)).toEqual([])
  const added = await ask('POST', '/api/api-application', {
    name: 'Clinic tenant',
    type: 'azure',
    tenantId: entra.tenant,
    clientId: seededClient,
    address: entra.address,
    secret: seededSecret,
  })
  expect(added.status).toBe(200)

  await page.reload()
  await page.getByRole('button', { name: 'Check permissions' }).click()
  await page.getByText('Not granted: User.Read.All, GroupMember.Read.All').waitFor()
  await page.getByRole('button', { name: 'Consent at Microsoft…' }).click()
  await page.getByRole('link', { name: 'Accept' }).click()
  await page.getByText('The credentials are good').waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(await barriers(page)).toEqual([])
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/1.png`, fullPage: true })

  await page.getByText('Chosen groups with their people').click()
  await page.getByRole('combobox', { name: 'Groups' }).fill('surg')
  await page.getByRole('option', { name: 'Surgery' }).click()
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/2.png`, fullPage: true })
}, 180_000)
