import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriersEverywhere, newVisitor } from '../../browser.ts'
import { apiCaller, newWorkspace, session, tokensOf } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()
const PIN = '739146'
const number = '61616161'

async function tapIn(slug: string): Promise<Page> {
  const { page } = await newVisitor()
  await page.goto(`${product.address}/auth/sign-in?workspace=${slug}`)
  await page.getByRole('heading', { level: 1, name: /^Sign in/ }).waitFor()
  await page.keyboard.type(number, { delay: 2 })
  await page.keyboard.press('Enter')
  await page.getByLabel('Card PIN').fill(PIN)
  await page.keyboard.press('Enter')
  return page
}

test("leaving the directory ends the user's session and badge; returning restores the badge", async () => {
  const { slug, owner } = await newWorkspace(product)
  const ask = apiCaller(product, await session(product, owner, '--workspace', slug))
  const { body: made } = await ask('POST', '/internal/scim', { name: 'Entra', preset: 'entra' })
  const reach = { roles: [], touchesRank: false, privateHosts: [] }
  await ask('POST', `/administrator/directories/connections/${String(made['id'])}/approve`, reach)
  const token = String((await ask('GET', `/internal/scim/token/${String(made['id'])}`)).body['token'])
  const told = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${product.address}/api/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify(body),
    })
    expect(answer.ok, await answer.clone().text()).toBe(true)
    return (await answer.json()) as { id: string }
  }
  const { id } = await told('POST', '/Users', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    externalId: 'object-nora',
    userName: `nora@${slug}.example`,
    active: true,
    emails: [{ primary: true, type: 'work', value: `nora@${slug}.example` }],
    name: { familyName: 'Night', givenName: 'Nora' },
  })
  const active = (value: boolean) =>
    told('PATCH', `/Users/${id}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'Replace', path: 'active', value }],
    })
  const assignment = { userId: id, type: 2, activation: 1, cardId: number }
  const { body } = await ask('POST', '/administrator/tokens/userInfo/securitykey', assignment)
  const { id: key } = body['key'] as { id: string }
  expect((await ask('PUT', `/administrator/tokens/securityKey/${key}/resetPin`, { pin: PIN })).status).toBe(200)

  const page = await tapIn(slug)
  await page.waitForURL('**/dashboard')
  await page.getByRole('button', { name: "Nora Night's account" }).waitFor()
  const hers = apiCaller(product, await tokensOf(page))
  expect((await hers('GET', '/users/details')).status).toBe(200)

  await active(false)
  await expect.poll(async () => (await hers('GET', '/users/details')).status, { timeout: 1000, interval: 50 }).toBe(401)
  await page.reload()
  await page.waitForURL('**/auth/sign-in**')
  const refused = await tapIn(slug)
  await refused.getByText("The card or PIN is wrong, or this card can't be used here").first().waitFor()
  expect(await barriersEverywhere(refused)).toEqual([])

  await active(true)
  const again = await tapIn(slug)
  await again.waitForURL('**/dashboard')
  await again.getByRole('button', { name: "Nora Night's account" }).waitFor()
}, 120_000)
