import { sessions } from '@claviger/contract/access/sessions'
import { signIn } from '@claviger/contract/access/sign-in'
import { applications } from '@claviger/contract/apps/applications'
import * as client from 'openid-client'
import { softwareKey } from './authenticator.ts'
import { browser } from '../app/browser.ts'
import type { TestApp } from '../app/test-app.ts'
import { addClient, origin, relyingParty } from '../emulators/oidc-client.ts'
import { addPasskey } from './passkeys.ts'
import { formOf, serviceProviders } from '../emulators/service-provider.ts'

const redirect = 'https://held.example/cb'
const host = 'wiki.example'

/** One application of each protocol, at which test users get tokens or sessions. */
export interface ApplicationsOfHoldings {
  rp: client.Configuration
  saml: Awaited<ReturnType<ReturnType<typeof serviceProviders>>>
  proxy: string
  /** The IDs of all three. */
  ids: string[]
}

/** Adds an application of each protocol that everyone can open. */
export async function addHeldApplications(home: TestApp, name: string): Promise<ApplicationsOfHoldings> {
  const owner = home.as((await home.given.session(home.given.owner)).accessToken)
  const oidc = await addClient(home, `${name}: OIDC`, {
    redirectUris: [redirect],
    grantTypes: ['authorization_code', 'refresh_token'],
    scopes: ['openid', 'offline_access'],
  })
  const { id: proxy } = await owner.tell(applications.proxyCreate, { name: `${name}: proxy`, proxy: { hosts: [host] } })
  await owner.tell(applications.assign, { id: proxy, everyone: true, groups: [], units: [], users: [] })
  const saml = await serviceProviders(home)()
  return { rp: await relyingParty(home, oidc), saml, proxy, ids: [oidc.id, saml.id, proxy] }
}

/** Checks by name, each of which tells whether something still works. */
export type Probes = Record<string, () => Promise<boolean>>

/** What a user holds after one sign-in with a passkey and a visit to each application. */
export interface Holdings {
  user: string
  key: string
  passkey: string
  accessToken: string
  /** Signs out in the browser that holds all of this. */
  signOut(): Promise<void>
  /** The console session. */
  session: Probes
  /** Tokens and sessions of applications; once ended, they never work again. */
  given: Probes
  /** Items that a successful check uses up. */
  once: Probes
  /** New sign-ins at applications by the browser, which end with the session and are refused while the application is closed. */
  entrances: Probes
}

const worked = (question: Promise<unknown>): Promise<boolean> =>
  question.then(
    () => true,
    () => false,
  )

/** Signs a user in with a new passkey and visits every application. */
export async function createHoldings(
  home: TestApp,
  { rp, saml, proxy }: ApplicationsOfHoldings,
  user: string,
): Promise<Holdings> {
  const { as, given, app, world } = home
  const workspace = given.owner.workspace
  const { key, passkey } = await addPasskey(
    home,
    (await given.session({ id: user, workspace })).accessToken,
    softwareKey({ origin }),
  )
  const own = browser(home)
  const { accessToken, refreshToken } = await own.signIn(key)
  const { rows } = await world.superPool.query<{ id: string }>(
    'select security_key_id as id from credentials where id = $1',
    [passkey.id],
  )

  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const params = {
    redirect_uri: redirect,
    scope: 'openid offline_access',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  }
  const code = async () => new URL((await own.follow(client.buildAuthorizationUrl(rp, params).href)).location ?? '')
  const exchange = (back: URL) => client.authorizationCodeGrant(rp, back, { pkceCodeVerifier, idTokenExpected: true })
  const [tokens, spare, pending] = [await exchange(await code()), await exchange(await code()), await code()]
  const active = async (token = '') => (await client.tokenIntrospection(rp, token)).active

  const gate = (path: string, cookie = '') =>
    app.inject({
      url: `/forward-auth/${workspace}/${proxy}/${path}`,
      headers: { 'x-forwarded-host': host, cookie, accept: 'text/html' },
    })
  const cookieOf = ({ headers }: Awaited<ReturnType<typeof gate>>) => String(headers['set-cookie']).split(';')[0] ?? ''
  const begun = await gate('start?to=/')
  const { location: back = '' } = await own.follow(String(begun.headers.location))
  const pass = cookieOf(await gate(`callback${new URL(back).search}`, cookieOf(begun)))

  const assertion = async () => {
    const { text } = await own.follow(await saml.sp.getAuthorizeUrlAsync('', undefined, {}))
    const { SAMLResponse } = formOf(text).fields
    return SAMLResponse !== undefined && worked(saml.sp.validatePostResponseAsync({ SAMLResponse }))
  }
  return {
    user,
    key: rows[0]?.id ?? '',
    passkey: passkey.id,
    accessToken,
    signOut: () => own.signOut(accessToken),
    session: {
      'a call of the console': async () => (await as(accessToken).ask(sessions.list)).status === 200,
    },
    given: {
      'an access token at UserInfo': () => worked(client.fetchUserInfo(rp, tokens.access_token, user)),
      'an access token at introspection': () => active(tokens.access_token).catch(() => false),
      'a refresh token for offline access at introspection': () => active(tokens.refresh_token).catch(() => false),
      'a pass of forward authentication': async () => (await gate('verify', pass)).statusCode === 200,
    },
    once: {
      'a refresh token for offline access': () => worked(client.refreshTokenGrant(rp, spare.refresh_token ?? '')),
      'an authorization code': () => worked(exchange(pending)),
      'a refresh token of the console': async () =>
        (await as(undefined).ask(signIn.refresh, { refreshToken })).status === 200,
    },
    entrances: {
      'the browser at an OIDC application': async () => {
        const url = client.buildAuthorizationUrl(rp, { ...params, prompt: 'none' })
        return (await own.follow(url.href)).location?.includes('code=') ?? false
      },
      'the browser at a SAML application': assertion,
    },
  }
}

/** Runs the checks and returns which still work. */
export async function workingProbes(probes: Probes): Promise<string[]> {
  const names: string[] = []
  for (const [name, probe] of Object.entries(probes)) if (await probe()) names.push(name)
  return names
}
