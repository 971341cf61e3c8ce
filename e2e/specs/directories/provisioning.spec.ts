import { expect, test } from 'vitest'
import { scimProvider } from '../../../server/test/emulators/scim-provider.ts'
import { barriersEverywhere } from '../../browser.ts'
import { closeAfterTest } from '../../closing.ts'
import { allowLoopback, apiCaller, newOwner, tokensOf } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()

test('an application is provisioned with its assigned users: preview first, errors later', async () => {
  const there = await scimProvider()
  closeAfterTest(there.close)
  const { page, workspace } = await newOwner(product)
  await allowLoopback(product, workspace.slug, 'provisioning')
  await product.admin('seed', '--workspace', workspace.slug, '--users', '5')
  const ask = apiCaller(product, await tokensOf(page))
  const oidc = { redirectUris: ['https://wiki.example/'] }
  const { body } = await ask('POST', '/api/sso/oidc/sp', { name: 'Ward wiki', oidc })
  const id = String(body['id'])
  await ask('PUT', `/api/sso/applications/${id}/assignment`, { everyone: true, groups: [], units: [], users: [] })
  const known = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], id: '1', userName: workspace.owner }
  there.users.set('1', known)
  there.users.set('2', { ...known, id: '2', userName: 'guest' })

  await page.goto(`${product.address}/dashboard/sso/apps/${id}`)
  await page.getByRole('link', { name: 'Provisioning' }).click()
  await page.getByLabel('SCIM address').fill(there.address)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByLabel('Token', { exact: true }).fill(there.bearer)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Provisioning saved').waitFor()
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText('The application responds and supports SCIM 2.0').waitFor()
  await page.getByRole('button', { name: 'Run preview' }).click()
  await page.getByText('Would be added in the application').waitFor()
  await page.getByText('In the application, but not assigned here').first().waitFor()
  expect(await barriersEverywhere(page)).toEqual([])
  expect(there.users.size).toBe(2)

  await page.getByRole('button', { name: 'Turn on…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Up to date').waitFor()
  expect(there.users.size).toBe(7)
  expect(there.users.get('1')).toMatchObject({ active: true, name: { givenName: 'Ada' } })

  there.faults.denied = true
  await ask('POST', `/api/sso/applications/${id}/provisioning/look`)
  await page.getByText("The application doesn't accept the token").waitFor()
  await product.mailTo(workspace.owner, undefined, 'Provisioning to “Ward wiki” is paused')
  expect(await barriersEverywhere(page)).toEqual([])
  there.heal()
  await page.getByRole('button', { name: 'Turn on…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Up to date').waitFor()
})
