import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { freePort, hasApache, startApache } from '../../../server/test/emulators/apache.ts'
import { barriers, barriersEverywhere, newVisitor } from '../../browser.ts'
import { closeAfterTest } from '../../closing.ts'
import { allowLoopback, apiCaller, newOwner, signOut, tokensOf } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()

const PIN = '739146'
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

async function tap(page: Page): Promise<void> {
  await page.keyboard.type('1234567890', { delay: 2 })
  await page.keyboard.press('Enter')
  await heading(page, 'Enter the PIN')
  await page.getByLabel('Card PIN').fill(PIN)
  await page.keyboard.press('Enter')
}

test.skipIf(!hasApache('auth_openidc'))(
  'Grafana is added from the catalog, its wrong address is fixed from the requests, and a badge signs in and out',
  async () => {
    const owner = await newOwner(product)
    const { page } = owner
    const { slug, name } = owner.workspace
    await allowLoopback(product, slug, 'applications')
    const ask = apiCaller(product, await tokensOf(page))
    const port = await freePort()
    const there = `http://localhost:${port}`
    const email = `una@${slug}.example`
    const una = { userId: email, firstName: 'Una', lastName: 'Holm', email }
    const person = await ask('POST', '/administrator/tokens', una)
    const assignment = { userId: person.body['id'], type: 2, activation: 1, cardId: '1234567890' }
    const made = await ask('POST', '/administrator/tokens/userInfo/securitykey', assignment)
    const { id: card } = made.body['key'] as { id: string }
    expect((await ask('PUT', `/administrator/tokens/securityKey/${card}/resetPin`, { pin: PIN })).status).toBe(200)

    await page.goto(`${product.address}/dashboard/sso/apps`)
    await page.getByRole('link', { name: 'Add application' }).first().click()
    await page.getByLabel('Search applications').fill('graf')
    await page.getByRole('button', { name: /^Grafana .*OpenID Connect$/ }).click()
    await page.getByLabel('Address').fill(`https://localhost:${port}/`)
    await page.getByRole('button', { name: 'Add application' }).click()
    await heading(page, 'Grafana added')
    const shown = (what: string) =>
      page
        .getByRole('button', { name: `Copy ${what}`, exact: true })
        .first()
        .locator('xpath=preceding-sibling::code')
        .innerText()
    const [clientId, clientSecret] = [await shown('Client ID'), await shown('Client secret')]
    const apache = await startApache(port, {
      modules: ['headers', 'auth_openidc'],
      files: {},
      lines: `
OIDCProviderMetadataURL ${product.address}/oidc/${slug}/.well-known/openid-configuration
OIDCClientID ${clientId}
OIDCClientSecret ${clientSecret}
OIDCRedirectURI ${there}/login/generic_oauth
OIDCCryptoPassphrase a-passphrase-of-this-journey
OIDCPKCEMethod S256
OIDCScope "openid email"
OIDCProviderBackChannelLogoutSupported On
OIDCCookieSameSite On
<Location />
  AuthType openid-connect
  Require valid-user
  OIDCUnAuthAction auth "true"
</Location>`,
    })
    closeAfterTest(apache.stop)

    const saved = async (button: Locator) => {
      const answered = page.waitForResponse(answer => answer.request().method() === 'PUT')
      await button.click()
      const answer = await answered
      expect(answer.status()).toBe(200)
      return answer.request().postData() ?? ''
    }

    const theirs = (await newVisitor()).page
    await theirs.goto(there)
    await heading(theirs, "This sign-in can't continue")
    expect(await barriersEverywhere(theirs)).toEqual([])
    await page.getByRole('link', { name: 'Manage access' }).first().click()
    await page.getByRole('checkbox', { name: 'All users in this workspace' }).check({ force: true })
    await saved(page.getByRole('button', { name: 'Save changes' }))
    await page.getByText('Grafana saved').waitFor()
    await page.getByRole('link', { name: 'Requests' }).click()
    await page.getByText('by http or https').waitFor()
    await page.getByRole('button', { name: 'Show details' }).first().click()
    await page.getByRole('button', { name: 'Add this redirect address' }).click()
    await saved(page.getByRole('dialog', { name: 'Add this to Grafana?' }).getByRole('button', { name: 'Add' }))
    await page.getByRole('link', { name: 'Settings', exact: true }).last().click()
    await page.getByLabel('Back-channel logout address').fill(`${there}/login/generic_oauth?logout=backchannel`)
    expect(await saved(page.getByRole('button', { name: 'Save changes' }))).toContain('logout=backchannel')
    expect(await barriers(page)).toEqual([])

    await theirs.goto(there)
    await heading(theirs, `Sign in to ${name}`)
    await tap(theirs)
    await theirs.getByText('Welcome').waitFor()

    await theirs.goto(`${product.address}/dashboard`)
    await signOut(theirs)
    const askedAgain = async () => {
      await theirs.goto(there)
      return theirs.url()
    }
    await expect.poll(askedAgain, { timeout: 20_000 }).toContain('/auth/sign-in')
  },
)
