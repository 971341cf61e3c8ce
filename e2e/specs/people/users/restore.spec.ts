import { expect, test } from 'vitest'
import { newVisitor } from '../../../browser.ts'
import { activate, addUser, apiCaller, newOwner, tokensOf, unique, usePasskey } from '../../../workspace-setup.ts'
import { sharedProduct } from '../../../shared-product.ts'

const product = sharedProduct()

test('a deleted user is restored with groups, unit, and key, and signs in with it', async () => {
  const { page } = await newOwner(product)
  const owner = await tokensOf(page)
  const ask = apiCaller(product, owner)
  const email = `${unique('ivy')}@fern.example`
  const id = await addUser(product, owner, { firstName: 'Ivy', lastName: 'Reed', email, invite: true })
  const group = await ask('POST', '/administrator/groups', { name: 'Night shift' })
  const joined = await ask('POST', `/administrator/groups/${String(group.body['id'])}/users`, { users: [id] })
  const unit = await ask('POST', '/administrator/organization-units', { name: 'Ward 9', users: [id] })
  expect([group.status, joined.status, unit.status]).toEqual([200, 200, 200])
  const ivy = await newVisitor()
  await activate(ivy.page, (await product.mailTo(email)).link ?? '')

  await page.goto(`${product.address}/dashboard/users/${id}`)
  await page.getByText('This user signs in with 1 key.').waitFor()
  await page.getByRole('button', { name: 'More actions for Ivy Reed' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete 1 user' }).click()
  await page.waitForURL('**/dashboard/users')
  await ivy.page.reload()
  await ivy.page.waitForURL('**/auth/sign-in?redirectUrl=**')
  await usePasskey(ivy.page)
  await ivy.page.getByRole('alert').first().waitFor()

  await page.goto(`${product.address}/dashboard/users/bin`)
  await page.getByRole('button', { name: 'Restore Ivy Reed' }).click()
  await page.getByText('Ivy Reed restored').waitFor()
  await page.goto(`${product.address}/dashboard/users/${id}`)
  await page.getByText('This user signs in with 1 key.').waitFor()
  await page.getByText('Night shift').first().waitFor()
  await page.getByRole('link', { name: /^Groups and units/ }).click()
  await page.getByText('Ward 9').first().waitFor()
  await ivy.page.goto(`${product.address}/auth/sign-in`)
  await usePasskey(ivy.page)
  await ivy.page.waitForURL('**/dashboard')
})
