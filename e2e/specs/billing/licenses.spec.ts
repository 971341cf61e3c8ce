import { expect, test } from 'vitest'
import { giveInvoiceAddress, press } from '../../billing.ts'
import { barriersEverywhere } from '../../browser.ts'
import { sharedProduct } from '../../shared-product.ts'
import { addUser, apiCaller, newOwner, tokensOf } from '../../workspace-setup.ts'

const product = sharedProduct()

test('a reached limit refuses the next key, and accepts it after a key is deleted or the limit is removed', async () => {
  const { page, workspace } = await newOwner(product, '/dashboard/licenses')
  const tokens = await tokensOf(page)
  const ask = apiCaller(product, tokens)
  const user = await addUser(product, tokens, {
    firstName: 'Bo',
    lastName: 'Holm',
    email: `bo@${workspace.slug}.example`,
  })
  let card = 1000
  const assign = () =>
    ask('POST', '/administrator/tokens/userInfo/securitykey', {
      userId: user,
      type: 2,
      activation: 1,
      cardId: (++card).toString(16).padStart(8, '0').toUpperCase(),
      cardFormat: 'hex',
    })
  const first = await assign()
  expect(first.status, JSON.stringify(first.body)).toBe(200)

  await page.goto(`${product.address}/dashboard/billing/payment-info`)
  await giveInvoiceAddress(page, 'Fern Clinic')
  await page.getByLabel('Wire transfer').click()
  await page.getByText('Invoices are paid by wire transfer').first().waitFor()

  await page.goto(`${product.address}/dashboard/licenses`)
  await page.getByText('This is the limit of the trial.').waitFor()
  await page.getByLabel('Limit the number of security keys').check()
  await press(page, 'Save limit')
  await page.getByText('Limitation number is required').waitFor()
  const meter = page.getByRole('meter', { name: 'Keys in use' })
  await page.getByLabel('Maximum number of active keys').fill((await meter.getAttribute('aria-valuenow')) ?? '')
  await press(page, 'Save limit')
  await page.getByText('Limit saved').waitFor()
  await page.getByText('All licenses are in use.').waitFor()
  await meter.waitFor()
  expect(await barriersEverywhere(page)).toEqual([])

  const refused = await assign()
  expect(refused.body).toMatchObject({ message: 'Number of devices or users exceeded the limits' })
  const key = (first.body['key'] as { id: string }).id
  await page.goto(`${product.address}/dashboard/security-keys/${key}`)
  expect((await ask('DELETE', '/administrator/securityDevice', { ids: [key] })).status).toBe(200)
  expect((await assign()).status).toBe(200)

  await page.goto(`${product.address}/dashboard/licenses`)
  await page.getByLabel('Limit the number of security keys').uncheck()
  await press(page, 'Save limit')
  await page.getByText('Limit removed').waitFor()
  expect((await assign()).status).toBe(200)
}, 120_000)
