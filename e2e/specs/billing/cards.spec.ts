import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { marketplaceEmulator } from '../../../server/test/emulators/marketplace.ts'
import { testCards } from '../../../server/test/emulators/stripe/objects.ts'
import { type StripeEmulator, stripeEmulator } from '../../../server/test/emulators/stripe/stripe.ts'
import { giveInvoiceAddress, press, superAdmin } from '../../billing.ts'
import { barriers, barriersEverywhere, newVisitor } from '../../browser.ts'
import { movableClock } from '../../product.ts'
import { ownProduct } from '../../shared-product.ts'
import { addUser, apiCaller, newOwner, openConsole, session, tokensOf } from '../../workspace-setup.ts'

const day = 24 * 3600_000

/** What the console uses of Stripe's script. */
const stripeJs = `const ask = async secret => (await fetch('https://api.stripe.com/confirm', { method: 'POST', body: secret })).json()

globalThis.Stripe = () => ({
  elements: () => ({
    create: () => ({
      mount(place) {
        const frame = document.createElement('iframe')
        frame.src = 'https://js.stripe.com/card.html'
        frame.title = 'Secure card fields'
        frame.height = '24'
        place.append(frame)
      },
      destroy() {},
    }),
  }),
  confirmCardSetup: ask,
  confirmCardPayment: ask,
})`

/** Stripe's script and frames as a browser gets them from Stripe; what they send goes to the emulator. */
async function emulateStripeJs(page: Page, { objects }: StripeEmulator): Promise<string[]> {
  const loaded: string[] = []
  await page.route('https://js.stripe.com/**', async route => {
    const isScript = route.request().resourceType() === 'script'
    loaded.push(route.request().resourceType())
    await route.fulfill(
      isScript
        ? { contentType: 'text/javascript', body: stripeJs }
        : { contentType: 'text/html', body: '<title>Card</title><input aria-label="Card number">' },
    )
  })
  await page.route('https://api.stripe.com/**', route => {
    const [id = ''] = route.request().postData()?.split('_secret_') ?? []
    const customer = [...objects.customers.keys()].at(-1) ?? ''
    const done = id.startsWith('seti_')
      ? { setupIntent: { id, payment_method: objects.hostedCard(customer, testCards.needsHolder) } }
      : { paymentIntent: objects.confirm(id, true) }
    return route.fulfill({ json: done, headers: { 'access-control-allow-origin': '*' } })
  })
  return loaded
}

test('a purchase of the marketplace is approved; a trial ends with an invoice, which is overdue, paid by card, and refunded', async () => {
  const [stripe, seller] = [await stripeEmulator(), await marketplaceEmulator()]
  const product = await ownProduct({ ...movableClock, BILLING: 'on', ...stripe.settings, ...seller.settings })
  const { page, workspace } = await newOwner(product, '/dashboard/billing')
  await page.getByText('Trial until').waitFor()

  const { id: purchase, token } = seller.buy('gold', 40)
  const stranger = await newVisitor()
  await stranger.page.goto(`${product.address}/marketplace/azure?token=${encodeURIComponent(token)}`)
  await stranger.page.getByRole('link', { name: 'Sign in to approve' }).waitFor()
  expect(await barriersEverywhere(stranger.page)).toEqual([])
  await stranger.page.goto(`${product.address}/marketplace/azure?token=unknown`)
  await stranger.page.getByText("We couldn't open this purchase").waitFor()
  await page.goto(`${product.address}/marketplace/azure?token=${encodeURIComponent(token)}`)
  await press(page, 'Approve purchase')
  await page.getByText('Purchase approved').waitFor()
  expect(seller.bought.get(purchase)?.saasSubscriptionStatus).toBe('Subscribed')

  const loaded = await emulateStripeJs(page, stripe)
  await page.goto(`${product.address}/dashboard/billing/payment-info`)
  await giveInvoiceAddress(page, 'Fern Clinic')
  expect(loaded).toEqual([])
  await press(page, 'Add card…')
  await page.frameLocator('iframe').getByLabel('Card number').waitFor()
  expect(loaded).toEqual(['script', 'document'])
  expect(await barriersEverywhere(page)).toEqual([])
  await press(page, 'Continue')
  await page.getByLabel('Name on card').fill('Grace Hopper')
  await press(page, 'Add card')
  await page.getByText('Visa ending 3184 added').waitFor()
  await page.getByLabel('Credit card').first().click()
  await page.getByText('Invoices are paid by card').waitFor()

  const tokens = await tokensOf(page)
  const ask = apiCaller(product, tokens)
  const user = await addUser(product, tokens, { firstName: 'Bo', lastName: 'Holm', email: 'bo@fern.example' })
  for (let card = 0; card < 10; card++) {
    const cardId = (0xa000_0000 + card).toString(16).toUpperCase()
    const key = { userId: user, type: 2, activation: 1, cardId, cardFormat: 'hex' }
    expect((await ask('POST', '/administrator/tokens/userInfo/securitykey', key)).status).toBe(200)
  }

  // Long enough for a month to end after the trial
  await product.forward(62 * day)
  await product.admin('run-job', 'billing-close')
  await product.admin('run-job', 'charge-due-bills')
  const owner = await session(product, workspace.owner, '--workspace', workspace.slug)
  const pay = page.getByRole('group', { name: 'Overdue invoice' }).getByRole('button', { name: /^Pay / })
  await expect
    .poll(
      async () => {
        await openConsole(page, product, owner, '/dashboard/billing/status')
        await page.getByText('Latest invoices').waitFor()
        return pay.count()
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0)
  for (let left = await pay.count(); left > 0; left--) {
    await pay.first().click()
    await page
      .getByText(/^Invoice .* is paid$/)
      .first()
      .waitFor()
    await expect.poll(() => pay.count(), { timeout: 20_000 }).toBe(left - 1)
  }
  await page.getByText('Paid', { exact: true }).first().waitFor()
  expect([...stripe.objects.intents.values()].at(-1)?.status).toBe('succeeded')

  const root = await superAdmin(product, '/dashboard/super-admin/invoices')
  await root.page
    .getByRole('grid', { name: 'invoices' })
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await root.page.getByRole('menuitem', { name: 'Show card payments…' }).click()
  const panel = root.page.getByRole('dialog')
  await panel.getByText('Your card requires authentication.').waitFor()
  await panel.getByText('Paid', { exact: true }).waitFor()
  await press(root.page, 'Refund…')
  await panel.getByLabel('Reason').fill('Goodwill')
  expect(await barriers(root.page)).toEqual([])
  await press(root.page, 'Refund')
  await panel.getByText(/refunded on .* · Goodwill$/).waitFor()
  expect(await panel.getByRole('button', { name: 'Refund…' }).count()).toBe(0)
  expect(await barriersEverywhere(root.page)).toEqual([])
}, 300_000)
