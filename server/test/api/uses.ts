// Real uses at each entry point of policies, each with the facts that an administrator would enter in the simulator.
import { approvals } from '@claviger/contract/access/approvals'
import { signIn } from '@claviger/contract/access/sign-in'
import { applications } from '@claviger/contract/apps/applications'
import type { EntryPointName } from '@claviger/contract/decide/entry-points'
import type { PolicySignInMethod } from '@claviger/contract/decide/policy-content'
import { agents } from '@claviger/contract/keys/agents'
import { cardModel } from '@claviger/contract/keys/authenticators'
import { devices } from '@claviger/contract/keys/devices'
import { keyKinds, securityKeys } from '@claviger/contract/keys/security-keys'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { SimulationQuestion } from '@claviger/contract/rules/simulations'
import * as client from 'openid-client'
import { newId } from '../../src/platform/ids.ts'
import { type TestAgent, computersOf, signInAt } from './agents.ts'
import type { SoftwareKey } from './authenticator.ts'
import { browser } from '../app/browser.ts'
import { pinPermissions, readData } from '../emulators/ctap-client.ts'
import type { TestApp } from '../app/test-app.ts'
import { addClient, relyingParty } from '../emulators/oidc-client.ts'
import { addPasskey, signInWith } from './passkeys.ts'
import { decideApproval } from './phones.ts'
import { assignCard, cardAt, registerReader } from './reader.ts'
import { serviceProviders } from '../emulators/service-provider.ts'

/** The model of software keys. */
export const passkeyModel = '2fc0579f-8113-47ea-b116-bb5a8db9202a'
export const payrollSite = 'payroll.example'
export const wardPosition = { latitude: 52.52, longitude: 13.405 }
const PIN = '274936'
const redirect = 'https://app.example/cb'

export interface Use {
  readonly who: string
  readonly entry: EntryPointName
  readonly facts: SimulationQuestion
  /** Runs while no policy is in force. */
  readonly prepare?: () => Promise<void>
  /** Performs the use and returns whether it was allowed. */
  readonly use: () => Promise<boolean>
}

interface Held {
  readonly user: string
  readonly key: string
  readonly keyKind: number
  readonly model: string
}

interface Session {
  readonly own: ReturnType<typeof browser>
  readonly facts: SimulationQuestion
}

const ip = '127.0.0.1'

/** Everything that users open: applications of each protocol, a site, a reader, and two computers with an agent. */
export async function placesOf(home: TestApp) {
  const { as, given } = home
  const owner = as((await given.session(given.owner)).accessToken)
  const web = await addClient(home, 'Wiki', {
    redirectUris: [redirect],
    grantTypes: ['authorization_code', 'refresh_token'],
  })
  const display = await addClient(home, 'Ward display', {
    kind: 'device',
    tokenEndpointAuthMethod: 'none',
    grantTypes: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
    redirectUris: [],
  })
  const saml = await serviceProviders(home)()
  const proxy = await owner.tell(applications.proxyCreate, { name: 'Intranet', proxy: { hosts: ['intranet.example'] } })
  await owner.tell(applications.assign, { id: proxy.id, everyone: true, groups: [], units: [], users: [] })
  const computer = await computersOf(home)
  const [pc, shared] = [await computer('PC-1'), await computer('SHARED')]
  await owner.tell(devices.offline, { ids: [pc.id, shared.id], hasOfflineAccess: true, uses: 100, hours: 24 })
  const reader = as(await registerReader(home))
  return { web, display, saml, proxy, pc, shared, reader }
}
export type Places = Awaited<ReturnType<typeof placesOf>>

const keyOf = async (home: TestApp, user: string) => {
  const owner = home.as((await home.given.session(home.given.owner)).accessToken)
  return (await owner.tell(securityKeys.ofUser, { id: user })).items[0]?.id ?? ''
}

export interface PasskeyHolder extends Held {
  readonly passkey: SoftwareKey
}

export async function passkeyOf(home: TestApp, { id }: { id: string }): Promise<PasskeyHolder> {
  const { accessToken } = await home.given.session({ id, workspace: home.given.owner.workspace })
  const { key: passkey } = await addPasskey(home, accessToken)
  return { user: id, key: await keyOf(home, id), keyKind: keyKinds.hardware, model: passkeyModel, passkey }
}

const factsOf = ({ user, key, keyKind, model }: Held) => ({ user, key, keyKind, model, verified: true, ip })

/** Sign-ins with a passkey on our own page and at computers. */
export async function usesOfPasskey(home: TestApp, who: string, held: PasskeyHolder, places: Places): Promise<Use[]> {
  const facts = factsOf(held)
  const now = () => ({ at: home.clock.now().toISOString(), signedInAt: home.clock.now().toISOString() })
  await home.world.superPool.query('update security_keys set offline = true where id = $1', [held.key])
  const at = async (entry: 'computer' | 'computer-offline', pc: TestAgent): Promise<Use> => {
    await signInAt(home, pc, held.passkey)
    const known = { ...facts, ...now(), entry, device: pc.id }
    if (entry === 'computer')
      return { who, entry, facts: known, use: async () => (await signInAt(home, pc, held.passkey)).status === 200 }
    const use = async () => {
      const uses = [{ id: newId(), securityKeyId: held.key, at: home.clock.now().toISOString() }]
      return (await home.as(pc.token).tell(agents.report, { uses })).items[0]?.result === 'noted'
    }
    return { who, entry, facts: { ...known, ip: null }, use }
  }
  return [
    {
      who,
      entry: 'own-passkey',
      facts: { ...facts, ...now(), entry: 'own-passkey' },
      use: async () => (await signInWith(home, held.passkey)).status === 200,
    },
    await at('computer', places.pc),
    await at('computer', places.shared),
    await at('computer-offline', places.pc),
  ]
}

/** Sign-ins with an access card: on our own page, and at a site through a reader. */
export async function usesOfCard(home: TestApp, who: string, user: string, cardId: string, places: Places) {
  const { as, clock } = home
  const key = await assignCard(home, user, cardId, PIN)
  const now = clock.now().toISOString()
  const facts = { ...factsOf({ user, key, keyKind: keyKinds.accessCard, model: cardModel }), at: now }
  const login = () => as(undefined).ask(signIn.cardLogin, { where: 'northgate', cardId, pin: PIN })
  await login()
  const card = cardAt(places.reader, cardId)
  card.tap()
  const made = await card.make({
    token: await card.token(PIN, pinPermissions.make, payrollSite),
    rp: { id: payrollSite, name: 'Payroll' },
  })
  const { id } = readData(made.body.get(2) as Uint8Array)
  const atSite = async () => {
    card.tap()
    return (
      (
        await card.get({
          rpId: payrollSite,
          allow: [id],
          token: await card.token(PIN, pinPermissions.get, payrollSite),
        })
      ).status === 0
    )
  }
  const uses: Use[] = [
    {
      who,
      entry: 'own-card',
      facts: { ...facts, entry: 'own-card', signedInAt: now },
      use: async () => (await login()).status === 200,
    },
    { who, entry: 'site', facts: { ...facts, entry: 'site', rp: payrollSite }, use: atSite },
  ]
  return { key, uses }
}

export interface PhoneHolder {
  readonly user: string
  readonly key: string
  readonly phone: SoftwareKey
  readonly email: string
}
type Position = { latitude: number; longitude: number } | null

/**
 * Approvals on a phone at some positions, as the phone's page sends them once the server asks for one. A request that a
 * policy refused stays open for the next: users who ask again and again must wait.
 */
export function usesOfPhone(home: TestApp, held: PhoneHolder, positions: Readonly<Record<string, Position>>): Use[] {
  const { as, clock } = home
  const now = clock.now().toISOString()
  const { user, key } = held
  const facts = {
    ...factsOf({ user, key, keyKind: keyKinds.smartphone, model: passkeyModel }),
    entry: 'own-phone' as const,
    at: now,
    signedInAt: now,
  }
  let open: Request | undefined
  return Object.entries(positions).map(([who, position]): Use => ({
    who,
    entry: 'own-phone',
    facts: { ...facts, position },
    use: async () => {
      open ??= await as(undefined).tell(approvals.begin, { email: held.email })
      const { session } = open
      if (!(await approves(home, open, held, position))) return false
      open = undefined
      return (await as(session).ask(approvals.finish)).status === 200
    },
  }))
}

type Request = OutputOf<(typeof approvals.calls)['begin']['reply']>

async function approves(
  home: TestApp,
  { link, number }: Request,
  { phone }: PhoneHolder,
  position: Position,
): Promise<boolean> {
  const nobody = home.as(undefined)
  const signed = await decideApproval(home, link, phone, () => number)
  const first = await nobody.ask(approvals.answer, signed)
  const wanted = first.status === 409 && first.body['code'] === 'position-wanted'
  const answer = wanted ? await nobody.ask(approvals.answer, { ...signed, position }) : first
  return answer.status === 200
}

/** Browser sessions opened by passkey, card, phone, or emailed code, with what they state at applications. */
export const sessionsOf = (home: TestApp) => {
  const { clock, mailTo } = home
  const stated = (held: Partial<Held> & { user: string }, way: PolicySignInMethod): SimulationQuestion => ({
    ...held,
    way,
    ip,
    verified: held.key !== undefined,
    at: clock.now().toISOString(),
    signedInAt: clock.now().toISOString(),
  })
  return {
    async byPasskey({ passkey, ...held }: PasskeyHolder): Promise<Session> {
      const own = browser(home)
      await own.signIn(passkey)
      return { own, facts: stated(held, 'passkey') }
    },
    async byCode(user: string, email: string): Promise<Session> {
      const own = browser(home)
      await own.signInByCode(email, mailTo)
      return { own, facts: stated({ user }, 'code') }
    },
    async byCard(user: string, key: string, cardId: string): Promise<Session> {
      const own = browser(home)
      await own.enter(signIn.cardLogin, '', { where: 'northgate', cardId, pin: PIN })
      return { own, facts: stated({ user, key, keyKind: keyKinds.accessCard, model: cardModel }, 'badge-pin') }
    },
    async byPhone(held: PhoneHolder, position: Position): Promise<Session> {
      const own = browser(home)
      const { user, key, email } = held
      const request = await home.as(undefined).tell(approvals.begin, { email })
      if (!(await approves(home, request, held, position))) throw new Error('the approval was refused')
      await own.enter(approvals.finish, request.session, {})
      const known = { user, key, keyKind: keyKinds.smartphone, model: passkeyModel }
      return { own, facts: { ...stated(known, 'phone'), verified: true, position } }
    },
  }
}

/** Applications of each protocol, opened by a session. Call it while no policy is in force. */
export async function usesOfSession(
  home: TestApp,
  who: string,
  { own, facts }: Session,
  places: Places,
): Promise<Use[]> {
  const { web, display, saml, proxy } = places
  const rp = await relyingParty(home, web)
  const verifier = client.randomPKCECodeVerifier()
  const code_challenge = await client.calculatePKCECodeChallenge(verifier)
  const params = { redirect_uri: redirect, scope: 'openid', code_challenge, code_challenge_method: 'S256' }
  const { href } = client.buildAuthorizationUrl(rp, params)
  const opened = async () => (await own.follow(href)).location
  const tokens = await client.authorizationCodeGrant(rp, new URL((await opened()) ?? ''), {
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const userInfo = () =>
    client.fetchUserInfo(rp, tokens.access_token, client.skipSubjectCheck).then(
      () => true,
      () => false,
    )
  const gate = `/forward-auth/${home.given.owner.workspace}/${proxy.id}`
  const ask = (path: string, cookie = '') =>
    home.app.inject({
      url: `${gate}/${path}`,
      headers: { 'x-forwarded-host': 'intranet.example', cookie, accept: 'text/html' },
    })
  const begun = await ask('start?to=/')
  const cookieOf = (answer: { headers: Record<string, unknown> }) =>
    String(answer.headers['set-cookie']).split(';')[0] ?? ''
  const { location } = await own.follow(String(begun.headers.location))
  const pass = cookieOf(await ask(`callback${new URL(location ?? '').search}`, cookieOf(begun)))
  const at = (entry: EntryPointName, app: string, use: () => Promise<boolean>): Use => ({
    who,
    entry,
    facts: { ...facts, entry, app },
    use,
  })
  return [
    at('oidc-authorize', web.id, async () => (await opened())?.includes('code=') ?? false),
    at('oidc-refresh', web.id, userInfo),
    at(
      'saml',
      saml.id,
      async () => (await own.get(await saml.sp.getAuthorizeUrlAsync('', undefined, {}))).status === 200,
    ),
    at('forward-auth', proxy.id, async () => (await ask('verify', pass)).statusCode === 200),
    at('oidc-device', display.id, () => connected(home, own, display)),
  ]
}

/** A display gets tokens with a code that the user enters in the browser. */
async function connected(home: TestApp, own: ReturnType<typeof browser>, display: Places['display']): Promise<boolean> {
  const rp = await relyingParty(home, display, client.None())
  const begun = await client.initiateDeviceAuthorization(rp, { scope: 'openid' })
  const proofIn = (page: { text: string }) => ({ xsrf: /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '' })
  const { user_code } = begun
  const asked = await own.post('/oidc/northgate/device', {
    ...proofIn(await own.get('/oidc/northgate/device')),
    user_code,
  })
  const confirmed = await own.post('/oidc/northgate/device', { ...proofIn(asked), user_code, confirm: 'yes' })
  const done = confirmed.location === undefined ? confirmed : await own.follow(confirmed.location)
  if (!done.text.includes('The device is connected')) return false
  return client.pollDeviceAuthorizationGrant(rp, { ...begun, interval: 0 }).then(
    () => true,
    () => false,
  )
}
