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
  // Somebody who is here before the directory tells of her
  const anna = {
    userId: 'anna.adler@clinic.example',
    firstName: 'Anna',
    lastName: 'Before',
    email: 'anna.adler@clinic.example',
  }
  expect((await ask('POST', '/administrator/tokens', anna)).status).toBe(200)
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

  await page.getByText('Chosen groups with their people').click()
  await page.getByRole('combobox', { name: 'Groups' }).fill('surg')
  await page.getByRole('option', { name: 'Surgery' }).click()
  // Further groups are offered until one goes on
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Show what would change' }).click()
  await page.getByText('9 new people').waitFor()
  await page.getByText('1 clash', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('An owner has to approve first').waitFor({ state: 'hidden' })
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Import now' }).click()
  await page.getByRole('heading', { name: '4. Import' }).waitFor()
  await page.getByText('Added').first().waitFor()

  await page.getByRole('link', { name: 'Say who is who' }).click()
  await page.getByRole('button', { name: 'The same person…' }).click()
  await page.getByRole('button', { name: 'Let the directory keep this person' }).click()
  await page.getByText('Nobody is in doubt').waitFor()
  const { body } = await ask('GET', '/administrator/tokens/v2?search=anna.adler')
  expect(body).toMatchObject({ total: 1, items: [{ firstName: 'Anna', lastName: 'Adler' }] })
}, 180_000)
