import { expect, test } from 'vitest'
import { barriersEverywhere, newVisitor } from '../../browser.ts'
import { activateThroughApi } from '../../activation.ts'
import { sharedProduct } from '../../shared-product.ts'
import { demoSession, openConsole, unique, usePasskey } from '../../workspace-setup.ts'

const product = sharedProduct()

test('a personal account is deactivated, and reactivated by its owner', async () => {
  const slug = unique('mia')
  const words = ['--slug', slug, '--owner', `${slug}@home.example`, '--first', 'Mia', '--last', 'Berg']
  const { link } = await product.admin('create-workspace', 'Mia Berg', '--type', 'personal', ...words)
  const mia = await newVisitor()
  const { page } = mia
  await openConsole(page, product, await activateThroughApi(mia, String(link)))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Personal account' }).click()
  await page.getByText('Basic · free, without a limit of keys').waitFor()
  await page.getByRole('grid', { name: 'entries' }).waitFor()
  expect(await barriersEverywhere(page)).toEqual([])

  await page.goto(`${product.address}/dashboard/account-deletion`)
  await page.getByText('Until then, you can sign in and reactivate it.').waitFor()
  await page.getByRole('button', { name: 'Delete account…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click()
  await page.waitForURL('**/auth/sign-in')
  await usePasskey(page)
  await page.waitForURL('**/dashboard')
  await page.goto(`${product.address}/dashboard/individual`)
  await page.getByText('Your account is deactivated').waitFor()
  expect(await barriersEverywhere(page)).toEqual([])
  await page.getByRole('button', { name: 'Reactivate account' }).click()
  await page.getByText('Your account is active again').waitFor()
  await page.getByText('Your account is deactivated').waitFor({ state: 'detached' })
}, 120_000)

test('the page of personal accounts refuses an owner of an organization without ending the session', async () => {
  const { page } = await newVisitor()
  await openConsole(page, product, await demoSession(product), '/dashboard/individual')
  await page.getByText('This page exists only in personal accounts').waitFor()
  await page.goto(`${product.address}/dashboard/users`)
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
})
