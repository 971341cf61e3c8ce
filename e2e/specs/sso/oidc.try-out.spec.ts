import { expect, test } from 'vitest'
import { barriersEverywhere } from '../../browser.ts'
import { apiCaller, newOwner, tokensOf } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()

test('an administrator tries an application, sees what is missing, and what it receives', async () => {
  const { page } = await newOwner(product)
  const ask = apiCaller(product, await tokensOf(page))
  const { body } = await ask('POST', '/api/sso/oidc/sp', {
    name: 'Ward charts',
    mapping: [{ name: 'department', source: 'fixed', value: 'Wards' }],
    oidc: { redirectUris: ['https://charts.example/callback'], scopes: ['openid', 'email'] },
  })
  const id = String(body['id'])
  await page.goto(`${product.address}/dashboard/sso/apps/${id}`)
  await page.getByRole('link', { name: 'Try it' }).click()
  const tryIt = page.getByRole('button', { name: 'Try it' })
  await tryIt.click()
  const check = (says: string) => page.getByRole('listitem').filter({ hasText: says })
  await check('The user has access to the application').getByLabel('Failed').waitFor()
  await check('the application receives a code').getByText('access_denied').waitFor()

  const all = { everyone: true, groups: [], units: [], users: [] }
  expect((await ask('PUT', `/api/sso/applications/${id}/assignment`, all)).status).toBe(200)
  await tryIt.click()
  await check('The code can be used only once').getByLabel('Passed').waitFor()
  const idToken = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'ID token', exact: true }) })
    .last()
  await idToken.getByText('Wards').waitFor()
  expect(await page.getByLabel('Failed').count()).toBe(0)
  expect(await barriersEverywhere(page)).toEqual([])
})
