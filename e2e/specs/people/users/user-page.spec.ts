import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { barriersEverywhere, newVisitor } from '../../../browser.ts'
import { addUser, apiCaller, newWorkspace, openConsole, session, type Tokens } from '../../../workspace-setup.ts'
import { sharedProduct } from '../../../shared-product.ts'

const product = sharedProduct()
let owner: Tokens
let slug: string
let ask: ReturnType<typeof apiCaller>
let page: Page
let home: string
let email: string

beforeAll(async () => {
  const workspace = await newWorkspace(product)
  slug = workspace.slug
  owner = await session(product, workspace.owner)
  ask = apiCaller(product, owner)
  email = `una@${slug}.example`
  const id = await addUser(product, owner, { firstName: 'Una', lastName: 'Holm', email })
  home = `/dashboard/users/${id}`
  for (const [name, more] of [
    ['Badge', { activation: 1, cardId: '5550001' }],
    ['Spare badge', { activation: 2 }],
  ] as const) {
    const made = await ask('POST', '/administrator/tokens/userInfo/securitykey', { userId: id, type: 2, name, ...more })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const { id: key } = made.body['key'] as { id: string }
    if (more.activation === 1) await ask('PUT', `/administrator/tokens/securityKey/${key}/resetPin`, { pin: '739146' })
  }
  page = (await newVisitor()).page
})

const inSentence = (text: string | RegExp) => page.getByRole('main').getByText(text).first().waitFor()
const card = (name: string) => page.getByRole('region', { name, exact: true })

test('one page says why a user cannot sign in, shows the keys with the passport, and what helps', async () => {
  const wrong = { cardId: '5550001', pin: '000111', where: slug }
  expect((await apiCaller(product, undefined)('POST', '/api/v1/auth/card/login', wrong)).status).toBe(401)
  await openConsole(page, product, owner, home)
  await inSentence(/^Couldn't sign in/)
  await card('Badge').getByText('Key passport').waitFor()
  await inSentence("If “Badge” is lost, Una Holm can't sign in with another key. Suspend it first; nothing is deleted.")
  const waiting = card('Waiting for activation')
  await waiting.getByRole('link', { name: 'Spare badge' }).waitFor()
  await waiting.getByRole('button', { name: 'Send activation email' }).waitFor()
  expect(await barriersEverywhere(page)).toEqual([])

  await card('Badge').getByRole('button', { name: 'Suspend' }).click()
  await card('Timeline').getByText('suspended the security key').waitFor()
  await card('Badge').getByRole('button', { name: 'Activate' }).click()
  await card('Badge').getByRole('button', { name: 'Suspend' }).waitFor()

  const una = await session(product, email)
  await page.reload()
  await page.getByRole('button', { name: 'Sign out everywhere…' }).click()
  await page.getByRole('button', { name: 'End 1 session' }).click()
  await page.getByText('Signed out Una Holm').waitFor()
  expect((await apiCaller(product, una)('GET', '/users')).status).toBe(401)
  await page.getByRole('button', { name: 'Reset PIN of Badge…' }).click()
  await page.getByRole('dialog', { name: /PIN/ }).waitFor()
})

test('an address of a former tab leads to its content and keeps its parameters', async () => {
  await openConsole(page, product, owner, `${home}/security-keys?assign=1`)
  await page.getByRole('dialog').getByRole('radio', { name: 'Access card' }).waitFor()
  expect(page.url()).toBe(`${product.address}${home}?assign=1`)
  for (const [former, now, shown] of [
    ['organization-units', 'groups', 'Organization units'],
    ['passwords', 'passkeys', 'Stored passwords'],
    ['devices', 'sessions', 'Devices'],
  ] as const) {
    await page.goto(`${product.address}${home}/${former}`)
    await page.waitForURL(`**${home}/${now}`)
    await card(shown).waitFor()
  }
  expect(await page.getByRole('navigation', { name: 'User sections' }).getByRole('link').count()).toBe(6)
})
