import { expect, test } from 'vitest'
import { newVisitor } from '../../browser.ts'
import { oidcApplication } from '../../oidc-application.ts'
import { allowLoopback, apiCaller, newOwner, tokensOf } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()
const PIN = '739146'

test("a badge opens a ward's account, and the account opens an application until the sharing ends", async () => {
  const { page: ownPage, workspace } = await newOwner(product)
  const { slug } = workspace
  await allowLoopback(product, slug, 'applications')
  const ask = apiCaller(product, await tokensOf(ownPage))
  const withCard = async (firstName: string, cardId: string) => {
    const email = `${firstName}@${slug}.example`.toLowerCase()
    const { body } = await ask('POST', '/administrator/tokens', { userId: email, firstName, lastName: 'Holm', email })
    const assignment = { userId: body['id'], type: 2, activation: 1, cardId }
    const made = await ask('POST', '/administrator/tokens/userInfo/securitykey', assignment)
    const { id } = made.body['key'] as { id: string }
    expect((await ask('PUT', `/administrator/tokens/securityKey/${id}/resetPin`, { pin: PIN })).status).toBe(200)
    return String(body['id'])
  }
  const [ward, nora] = [await withCard('Ward', '27182818'), await withCard('Nora', '31415926')]
  const application = await oidcApplication()
  const { body } = await ask('POST', '/api/sso/oidc/sp', {
    name: 'Ward board',
    own: true,
    oidc: { redirectUris: [application.redirect] },
  })
  const assigned = { everyone: false, groups: [], units: [], users: [ward] }
  expect((await ask('PUT', `/api/sso/applications/${String(body['id'])}/assignment`, assigned)).status).toBe(200)
  await application.knows(`${product.address}/oidc/${slug}`, String(body['clientId']), String(body['clientSecret']))

  const signInPage = async () => {
    const { page } = await newVisitor()
    await page.goto(application.address)
    await page.getByRole('heading', { level: 1, name: `Sign in to ${workspace.name}` }).waitFor()
    return page
  }
  const tap = async (page: Awaited<ReturnType<typeof signInPage>>, number: string) => {
    await page.keyboard.type(number, { delay: 2 })
    await page.keyboard.press('Enter')
    await page.getByLabel('Card PIN').fill(PIN)
    await page.keyboard.press('Enter')
  }
  const welcome = (page: Awaited<ReturnType<typeof signInPage>>) =>
    page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()

  // The account's own badge makes the passkey that others open the account with
  const first = await signInPage()
  await tap(first, '27182818')
  await welcome(first)
  const shared = await ask('POST', `/administrator/tokens/${ward}/shared-tokens`, { users: [nora] })
  expect(shared.status).toBe(200)

  const page = await signInPage()
  await tap(page, '31415926')
  await page.getByRole('heading', { level: 1, name: 'Choose an account' }).waitFor()
  await page.getByLabel('Ward Holm').check()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await welcome(page)
  expect(JSON.parse((await page.locator('pre').textContent()) ?? '')).toMatchObject({ sub: ward, name: 'Ward Holm' })
  const log = await ask('GET', `/administrator/workspace/activity/logs?user=${nora}&action=application.opened`)
  expect(log.body['items']).toMatchObject([{ actorName: 'Nora Holm', after: { opened: 'Ward Holm' } }])

  const taken = await ask('DELETE', `/administrator/tokens/${ward}/shared-tokens`, { users: [nora] })
  expect(taken.status).toBe(200)
  await page.goto(application.address)
  await page.getByRole('heading', { level: 1, name: `Sign in to ${workspace.name}` }).waitFor()
})
