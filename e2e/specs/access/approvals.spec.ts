import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { activatedPhone, chooseNumber, requestApproval } from './approvals.phone.ts'
import { barriersEverywhere, newVisitor } from '../../browser.ts'
import { apiCaller, newWorkspace, session } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()
let ask: ReturnType<typeof apiCaller>
let slug: string

beforeAll(async () => {
  const workspace = await newWorkspace(product)
  slug = workspace.slug
  ask = apiCaller(product, await session(product, workspace.owner, '--workspace', slug))
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

async function withPhone(first: string, notified = false) {
  const email = `${first}@${slug}.example`.toLowerCase()
  const { body } = await ask('POST', '/administrator/tokens', {
    userId: email,
    firstName: first,
    lastName: 'Holm',
    email,
  })
  const user = String(body['id'])
  const phone = await activatedPhone(product, ask, { id: user, email }, { notified })
  return { email, user, phone }
}

async function computer(email: string) {
  const { page } = await newVisitor()
  await page.goto(`${product.address}/auth/sign-in?workspace=${slug}`)
  return { page, ...(await requestApproval(page, email)) }
}

test('the number chosen on the phone and its passkey sign the computer in; the log names the phone', async () => {
  const { email, user, phone } = await withPhone('Una')
  const at = await computer(email)
  expect(await barriersEverywhere(at.page)).toEqual([])
  await phone.page.goto(at.link)
  await heading(phone.page, 'Are you signing in?')
  await phone.page.getByText(email).waitFor()
  await phone.page.getByText('Chrome on Linux').waitFor()
  expect(await barriersEverywhere(phone.page)).toEqual([])
  await chooseNumber(phone, at.number)
  await phone.page.getByText('Approved. Your computer is signing you in').waitFor()
  await at.page.waitForURL('**/dashboard')
  await at.page.getByRole('button', { name: "Una Holm's account" }).waitFor()
  const { body } = await ask('GET', `/administrator/workspace/activity/logs?user=${user}&action=sign-in.phone`)
  expect(body['items']).toMatchObject([{ status: 1, actorName: 'Una Holm', objectName: 'Smartphone' }])
  await phone.page.goto(at.link)
  await phone.page.getByText('This request has ended').waitFor()
})

test('a signed-in phone shows waiting requests and can refuse them; its owner gets an email', async () => {
  const { email, phone } = await withPhone('Bo')
  const before = new Date()
  await phone.page.getByRole('link', { name: 'Set up approvals' }).click()
  await heading(phone.page, 'Approve sign-ins on this phone')
  expect(await barriersEverywhere(phone.page)).toEqual([])
  await phone.page.getByRole('link', { name: 'Sign in on this phone' }).click()
  await phone.page.waitForURL('**/approve')
  await phone.page.getByText('No pending requests.').waitFor()
  await phone.page.getByLabel('Notify me on this device about waiting sign-ins').waitFor()
  expect(await barriersEverywhere(phone.page)).toEqual([])
  const at = await computer(email)
  await phone.page.getByRole('button', { name: /^Review: Chrome on Linux/ }).click()
  await phone.page.getByRole('button', { name: "It's not me" }).click()
  await phone.page.getByText('Refused. The sign-in was stopped.').waitFor()
  await at.page.getByText('The request was refused or has expired').waitFor()
  expect(await barriersEverywhere(at.page)).toEqual([])
  await expect
    .poll(async () => (await product.mailTo(email, before)).subject)
    .toBe('A sign-in was refused on your phone')
})

test('the service worker of the phone shows the message; an unsupported browser says so', async () => {
  const { phone } = await withPhone('Dia', true)
  const { page, context } = phone
  await context.grantPermissions(['notifications'], { origin: product.address })
  await page.goto(`${product.address}/approve`)
  await page.getByRole('link', { name: 'Sign in on this phone' }).click()
  await page.waitForURL('**/approve')
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>(done =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(one => !one.isDeleted && one.scopeURL.endsWith('/approve'))
      if (found) done(found.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  await page.getByRole('switch', { name: 'Notify me on this device about waiting sign-ins' }).click()
  await page.getByText("Your browser couldn't reach its notification service.").waitFor()
  const message = { title: 'Are you signing in?', body: 'Tap to see the device', url: '/approve?request=x' }
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: product.address,
    registrationId: await registered,
    data: JSON.stringify(message),
  })
  // As text, because this project has no service worker types
  const shown = () =>
    page.evaluate(`navigator.serviceWorker.getRegistration('/approve').then(async registration =>
      (await registration.getNotifications()).map(({ title, data }) => ({ title, url: data })))`)
  await expect.poll(shown).toEqual([{ title: message.title, url: message.url }])
})

test('a wrong number ends the request; an unknown address waits like any other', async () => {
  const { email, phone } = await withPhone('Cai')
  const at = await computer(email)
  await phone.page.goto(at.link)
  await heading(phone.page, 'Are you signing in?')
  const numbers = phone.page.getByRole('group', { name: 'Which number does your computer show?' }).getByRole('button')
  await numbers.first().waitFor()
  const wrong = (await numbers.allInnerTexts()).map(Number).find(one => one !== at.number) ?? 0
  await chooseNumber(phone, wrong)
  await phone.page.getByText('Wrong number.').waitFor()
  await at.page.getByText('The request was refused or has expired').waitFor()
  const nobody = await computer(`nobody@${slug}.example`)
  await nobody.page.getByRole('button', { name: 'Cancel' }).click()
  await heading(nobody.page, 'Sign in to Fern Clinic')
})

test('an iPhone gets instructions to add the page to the home screen', async () => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile Safari/604.1'
  const { page, context } = await newVisitor({ userAgent, viewport: { width: 390, height: 844 } })
  await page.goto(`${product.address}/approve`)
  await page.getByText('Tap Share').waitFor()
  expect(await barriersEverywhere(page)).toEqual([])
  const devtools = await context.newCDPSession(page)
  const { url, errors, data = '' } = await devtools.send('Page.getAppManifest')
  expect([url, errors]).toEqual([`${product.address}/approve.webmanifest`, []])
  const manifest = JSON.parse(data) as { start_url: string; display: string; icons: { src: string; type: string }[] }
  expect(manifest).toMatchObject({ start_url: '/approve', display: 'standalone' })
  const served = async (path: string) => {
    const answer = await context.request.get(product.address + path)
    return [answer.status(), answer.headers()['content-type']]
  }
  expect((await served('/approve.webmanifest')).join(' ')).toMatch(/^200 application\/manifest\+json/)
  for (const { src, type } of [...manifest.icons, { src: '/icon-180.png', type: 'image/png' }])
    expect([src, ...(await served(src))]).toEqual([src, 200, type])
  await page.goto(`${product.address}/auth/sign-in`)
  expect(await page.locator('link[rel=manifest]').count()).toBe(0)
})
