import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriers, newVisitor } from '../../browser.ts'
import { openIdProvider } from '../../openid-provider.ts'
import { loopback } from '../../product.ts'
import { addKey, beginProven, checkAccessibility, pressButton, step } from '../../registering.ts'
import { ownProduct } from '../../shared-product.ts'
import { allowLoopback, apiCaller, openConsole, session, unique } from '../../workspace-setup.ts'
import { choosePin, identify, newCard, press, ready, title } from './self-service/card-page.ts'

/** Signs in at the service, which then shows its document; a second visit only asks to sign in. */
async function showDocument(page: Page, of: string): Promise<void> {
  await page.locator('input[name="login"]').fill(of)
  await page.locator('input[name="password"]').fill('any')
  await page.locator('button[type="submit"]').click()
  await page.locator('button[type="submit"]').click()
}

test('a document verifies who registers, and who enrolls a card on a card page', async () => {
  let address = ''
  const redirectUri = () => `${address}/api/sso/oidc/sp/callback`
  const { issuer } = await openIdProvider({ id: 'claviger', secret: 'a secret of theirs', redirectUri }, 'id.example')
  const product = await ownProduct({
    ...loopback,
    REGISTRATION_STEPS: 'confirm-identity',
    IDENTITY_ISSUER: issuer,
    IDENTITY_CLIENT_ID: 'claviger',
    IDENTITY_CLIENT_SECRET: 'a secret of theirs',
  })
  address = product.address
  const slug = unique('northgate')
  const { page } = await newVisitor()
  const email = `maya@${slug}.example`
  await beginProven(page, product, 'Work or school', email)
  await addKey(page)
  await step(page, 'Name your workspace')
  await page.getByLabel('Name', { exact: true }).fill('Northgate')
  await page.getByLabel('URL').fill(slug)
  await pressButton(page)
  await step(page, 'Check your answers')
  await page.getByText('We keep only whether your name matches').waitFor()
  expect(await checkAccessibility(page)).toEqual([])
  await pressButton(page, 'Continue with 127.0.0.1')
  await showDocument(page, 'eve.late')
  await page.getByText("We couldn't verify your identity").first().waitFor()
  await pressButton(page, 'Continue with 127.0.0.1')
  await showDocument(page, 'maya.lindqvist')
  await page.waitForURL('**/dashboard**')

  await allowLoopback(product, slug, 'identity-providers')
  const tokens = await session(product, email)
  await openConsole(page, product, tokens)
  const ask = apiCaller(product, tokens)
  const employeeId = unique('E')
  const mailbox = `${employeeId.toLowerCase()}@${slug}.example`
  const nora = { employeeId, firstName: 'Nora', lastName: 'Field', email: mailbox, userId: mailbox, invite: false }
  expect((await ask('POST', '/administrator/tokens', nora)).status).toBe(200)
  const wards = unique('wards')
  expect((await ask('POST', '/administrator/self-service', { page: wards, name: 'Wards', settings: {} })).status).toBe(
    200,
  )
  const editor = `${address}/dashboard/security-keys/self-service/${wards}`
  await page.goto(editor)
  await page.getByRole('radio', { name: /^Self-confirmation/ }).waitFor()
  expect(await page.getByRole('radio', { name: /^Identity document/ }).count()).toBe(0)

  await page.goto(`${address}/dashboard/external-identity-providers/oidc/new`)
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Identity verification' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Document check')
  await page.getByLabel('Issuer').fill(issuer)
  await page.getByLabel('Client ID').fill('claviger')
  await page.getByLabel('Client secret').fill('a secret of theirs')
  await page.getByRole('checkbox', { name: 'Date of birth' }).check()
  await page.getByLabel('Attribute with the date of birth').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('checkbox', { name: 'Date of birth' }).uncheck()
  await page.getByLabel('Accepted trust frameworks').fill('eidas')
  await page.getByRole('button', { name: 'Add provider' }).click()
  await page.getByRole('heading', { level: 1, name: 'Document check' }).waitFor()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Test connection' }).click()
  const tab = await opened
  // The service asks for consent to the further scopes
  await tab.locator('button[type="submit"]').click()
  await tab.getByRole('heading', { level: 1, name: 'The connection works' }).waitFor()
  await tab.getByText('it matches your own user account').waitFor()
  expect(await barriers(tab)).toEqual([])
  await tab.close()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Document check turned on').waitFor()

  await page.goto(editor)
  await page.getByRole('radio', { name: /^Identity document/ }).check()
  await page.getByRole('combobox', { name: 'Identity provider' }).click()
  await page.getByRole('option', { name: 'Document check' }).click()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Wards saved').waitFor()

  const visitor = (await newVisitor()).page
  await visitor.goto(`${address}/self-service/${wards}?id=${newCard()}`)
  await identify(visitor, nora)
  await title(visitor, 'Sign-in Options')
  await visitor.getByText('Verify your identity with Document check').waitFor()
  expect(await barriers(visitor)).toEqual([])
  await press(visitor, 'Continue with Document check')
  await showDocument(visitor, 'nora.field')
  await choosePin(visitor)
  await ready(visitor)
}, 240_000)
