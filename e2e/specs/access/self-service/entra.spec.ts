import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visitor } from '../../../browser.ts'
import { sharedProduct } from '../../../shared-product.ts'
import { identify, newCard, openDesk, press, title } from './page.ts'

// Microsoft cannot run here: the browser finds our own answers at its address. The library is the real one; that the
// server takes no token but a genuine one is tested at its door.

const product = sharedProduct()
const tenant = '5a9c1b7e-0000-4000-8000-00000000abcd'
const clientId = '1c0ffee0-0000-4000-8000-00000000cafe'
const authority = `https://login.microsoftonline.com/${tenant}`

const coded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Stands for the identity provider: signs in whoever comes, or sends them back. */
async function provide(page: Page, answers: (asked: URLSearchParams) => Record<string, string>): Promise<URL[]> {
  const visits: URL[] = []
  let nonce = ''
  await page.route('https://login.microsoftonline.com/**', async route => {
    const url = new URL(route.request().url())
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    if (url.pathname.endsWith('/openid-configuration'))
      return route.fulfill({
        headers,
        json: {
          issuer: `${authority}/v2.0`,
          authorization_endpoint: `${authority}/oauth2/v2.0/authorize`,
          token_endpoint: `${authority}/oauth2/v2.0/token`,
          jwks_uri: `${authority}/discovery/v2.0/keys`,
        },
      })
    if (url.pathname.endsWith('/authorize')) {
      visits.push(url)
      nonce = url.searchParams.get('nonce') ?? ''
      const back = new URLSearchParams({ state: url.searchParams.get('state') ?? '', ...answers(url.searchParams) })
      return route.fulfill({
        status: 302,
        headers: { location: `${url.searchParams.get('redirect_uri')}#${back.toString()}` },
      })
    }
    const now = Math.floor(Date.now() / 1000)
    const claims = { aud: clientId, iss: `${authority}/v2.0`, iat: now, nbf: now, exp: now + 3600, tid: tenant }
    const who = { sub: 'grace', oid: 'grace', preferred_username: 'grace@fern.example', name: 'Grace', nonce }
    return route.fulfill({
      headers,
      json: {
        token_type: 'Bearer',
        scope: 'User.Read openid profile',
        expires_in: 3600,
        access_token: 'access',
        id_token: `${coded({ alg: 'RS256', typ: 'JWT' })}.${coded({ ...claims, ...who, ver: '2.0' })}.c2lnbmVk`,
        client_info: coded({ uid: 'grace', utid: tenant }),
      },
    })
  })
  return visits
}

async function handOver(page: Page): Promise<void> {
  const desk = await openDesk(product)
  const settings = {
    verificationType: 'entraId',
    entra: { tenantId: tenant, clientId },
    loginHint: 'staff@fern.example',
  }
  const { address } = await desk.page(settings)
  await page.goto(`${address}?id=${newCard()}&action=enroll`)
  await identify(page, await desk.person())
  await title(page, 'Sign-in Options')
  await press(page, 'Sign in with Microsoft')
}

test('a sign-in elsewhere: scope, hint and nonce go out, the ID token comes back to the page that began it', async () => {
  const { page } = await visitor()
  const visits = await provide(page, () => ({ code: 'code', client_info: coded({ uid: 'grace', utid: tenant }) }))
  let sent: { idToken?: string } = {}
  await page.route('**/self-service/verify', route => {
    sent = route.request().postDataJSON() as typeof sent
    return route.fulfill({ json: { ok: true, isPinRequired: true, pinConfig: null } })
  })
  await handOver(page)
  await title(page, 'Set the PIN')
  const asked = visits[0]?.searchParams
  expect(asked?.get('scope')?.split(' ')).toEqual(expect.arrayContaining(['User.Read', 'openid', 'profile']))
  expect(asked?.get('redirect_uri')).toBe(`${product.address}/msal/result`)
  // Whoever came before may be signed in there still
  expect(asked?.get('prompt')).toBe('login')
  expect(asked?.get('code_challenge_method')).toBe('S256')
  expect(asked?.get('login_hint')).toBe('staff@fern.example')
  const claims = JSON.parse(Buffer.from(sent.idToken?.split('.')[1] ?? '', 'base64url').toString()) as { nonce: string }
  expect(claims.nonce).toBe(asked?.get('nonce'))
  expect(new URL(page.url()).search).toBe('')
})

test('somebody who gives up elsewhere finds the page as it was', async () => {
  const { page } = await visitor()
  await provide(page, () => ({ error: 'access_denied', error_description: 'cancelled' }))
  await handOver(page)
  await page.getByText('You were not signed in. Try again, or ask your administrator').waitFor()
  await title(page, 'Sign-in Options')
})
