import { expect, test } from 'vitest'
import { barriers } from '../../browser.ts'
import { apiCaller, newOwner, usePasskey } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()

test('a tool requests access, the administrator signs in, reviews and allows it, and the tool registers a key for the user', async () => {
  const { page: tab } = await newOwner(product)
  await tab.goto(`${product.address}/auth/sign-out`)
  await tab.waitForURL('**/auth/sign-in**')
  const tool = apiCaller(product, undefined)
  const wish = { tool: 'Passkey provisioner', version: '1.2.0', purpose: 'on-behalf-registration', device: 'PC-12' }
  const { body: asked } = await tool('POST', '/api/v1/delegations', wish)
  await tab.goto(String(asked['link']))
  await tab.getByRole('link', { name: 'Sign in' }).click()
  await usePasskey(tab)
  await tab.getByText('Allow Passkey provisioner on PC-12 to register keys for a user?').waitFor()
  await tab.getByText(String(asked['code'])).waitFor()
  expect(await barriers(tab)).toEqual([])
  await tab.getByRole('combobox', { name: 'For this user' }).fill('Ada')
  await tab.getByRole('option', { name: /^Ada Fern/ }).click()
  await tab.getByRole('button', { name: 'Allow', exact: true }).click()
  await tab.getByText('You can close this page.').waitFor()
  expect(await barriers(tab)).toEqual([])
  const { body: told } = await tool('POST', '/api/v1/delegations/poll', { deviceCode: asked['deviceCode'] })
  expect(told).toMatchObject({ state: 'allowed', user: { name: 'Ada Fern' } })
  const { body: made } = await tool('POST', '/api/v1/delegations/key', { token: told['token'], name: 'From the desk' })
  await tab.goto(String(made['link']))
  await tab.getByRole('heading', { name: 'Activate your security key' }).waitFor()
  await tab.getByPlaceholder('From the desk').waitFor()
})
