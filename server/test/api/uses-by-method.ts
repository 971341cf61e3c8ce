// Real sign-ins without a key or requested by other systems, each with the facts that an administrator would enter.
import { randomUUID } from 'node:crypto'
import { account } from '@claviger/contract/access/account'
import { externalSignIn } from '@claviger/contract/access/external-sign-in'
import { signIn } from '@claviger/contract/access/sign-in'
import { applications } from '@claviger/contract/apps/applications'
import { catalogue } from '@claviger/contract/apps/catalogue'
import { oidcProviders } from '@claviger/contract/connect/identity-providers/oidc'
import { cardModel } from '@claviger/contract/keys/authenticators'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import { SignJWT } from 'jose'
import { hours } from '../../src/platform/clock.ts'
import { browser } from '../app/browser.ts'
import { jar } from '../app/browser-jar.ts'
import type { TestApp } from '../app/test-app.ts'
import { pinPermissions, readData } from '../emulators/ctap-client.ts'
import { externalProvider } from '../emulators/external-provider.ts'
import { newCodes } from '../people/new-codes.ts'
import { proveDomain } from './proven.ts'
import { assignCard, cardAt } from './reader.ts'
import type { Places, Use, PasskeyHolder } from './uses.ts'

const ip = '127.0.0.1'
const PASSWORD = 'correct horse battery'
const PIN = '274936'
const refusedBy = ({ status, body }: { status: number; body: Record<string, unknown> }) => {
  if (status !== 200 && body['code'] !== 'policy-refused') throw new Error(JSON.stringify(body))
  return status === 200
}

/** Sign-ins on our own page by code, password, and identity provider. Call `next` before each round. */
export async function usesWithoutKey(home: TestApp) {
  const { app, as, given, clock, mailTo } = home
  const owner = as((await given.session(given.owner)).accessToken)
  const codeTo = newCodes({ mailTo })
  const [coder, knower] = [await given.addUser('Cole', 'Coder'), await given.addUser('Pia', 'Word')]
  const { accessToken } = await given.session({ id: knower, workspace: given.owner.workspace })
  await as(accessToken).tell(account.changePassword, { password: PASSWORD })
  const provider = await externalProvider({ here: 's3cret' })
  await proveDomain(home, 'clinic.example')
  const made = await owner.tell(oidcProviders.create, {
    name: 'Clinic',
    issuer: provider.issuer,
    clientId: 'here',
    clientSecret: 's3cret',
    people: { domains: ['clinic.example'], link: 'email', create: true },
  })
  await owner.tell(oidcProviders.active, { ids: [made.id], active: true })
  const email = 'vera@clinic.example'
  provider.person = { sub: email, email, email_verified: true, given_name: 'Vera', family_name: 'Moor' }
  const byProvider = async () => {
    const own = jar(app)
    const { to } = await own.go(`/login/sso?workspace=northgate&provider=${made.id}&response_type=code&scope=openid`)
    const back = await own.go(provider.visit(to))
    const code = new URLSearchParams(back.to.split('#')[1] ?? '').get('code') ?? ''
    return own.call(externalSignIn.complete.path, { code })
  }
  const first = await byProvider()
  const { id: vera } = await as(String(first.body['accessToken'])).tell(account.self)
  const initial = (of: string) => as(undefined).tell(signIn.emailInitial, { email: of })
  const facts = (entry: Use['entry'], user: string, way: 'code' | 'password' | 'external'): Use['facts'] => ({
    entry,
    user,
    way,
    ip,
    verified: false,
  })
  const uses: Use[] = [
    {
      who: 'coder',
      entry: 'own-code',
      facts: facts('own-code', coder, 'code'),
      use: async () => {
        const { session } = await initial('cole.coder@northgate.example')
        return refusedBy(await as(session).ask(signIn.emailLogin, await codeTo('cole.coder@northgate.example')))
      },
    },
    {
      who: 'knower',
      entry: 'own-password',
      facts: facts('own-password', knower, 'password'),
      use: async () => {
        const { session } = await initial('pia.word@northgate.example')
        return refusedBy(await as(session).ask(signIn.emailLogin, { pin: PASSWORD }))
      },
    },
    {
      who: 'vera',
      entry: 'own-provider',
      facts: facts('own-provider', vera, 'external'),
      use: async () => refusedBy(await byProvider()),
    },
  ]
  // Each user gets only a few codes an hour
  return { uses, next: () => clock.forward(hours(2)), close: () => provider.close() }
}

/** The renewal of a session that a link opened; a refused one ends, and the next use has another. */
export async function renewLinkSession(home: TestApp, id: string): Promise<Use> {
  const { as, given } = home
  let open = await given.ownSession({ id, workspace: given.owner.workspace })
  const facts = { entry: 'own-link', user: id, way: 'link', ip, verified: true } as const
  return {
    who: 'link',
    entry: 'own-link',
    get facts() {
      return { ...facts, key: open.key, keyKind: keyKinds.hardware, model: '00000000-0000-0000-0000-000000000000' }
    },
    use: async () => {
      const renewed = await as(undefined).ask(signIn.refresh, { refreshToken: open.refreshToken })
      const { status, body } = renewed
      if (status === 200) open = { ...open, ...(body as { accessToken: string; refreshToken: string }) }
      else if (!String(body['message']).includes('access policy')) throw new Error(JSON.stringify(body))
      else open = await given.ownSession({ id, workspace: given.owner.workspace })
      return status === 200
    },
  }
}

/** A card whose passkey for our own page a reader presents. */
export async function useOfReader(home: TestApp, user: string, cardId: string, places: Places): Promise<Use> {
  const key = await assignCard(home, user, cardId, PIN)
  const card = cardAt(places.reader, cardId)
  const rpId = 'localhost'
  card.tap()
  const made = await card.make({
    token: await card.token(PIN, pinPermissions.make, rpId),
    rp: { id: rpId, name: 'Claviger' },
  })
  const { id } = readData(made.body.get(2) as Uint8Array)
  return {
    who: 'reader',
    entry: 'own-reader',
    facts: { entry: 'own-reader', user, key, keyKind: keyKinds.accessCard, model: cardModel, ip, verified: true },
    use: async () => {
      card.tap()
      return (
        (await card.get({ rpId, allow: [id], token: await card.token(PIN, pinPermissions.get, rpId) })).status === 0
      )
    },
  }
}

/** A passkey that confirms the sign-in to a system that uses the Duo protocol. */
export async function useOfSecondFactor(home: TestApp, held: PasskeyHolder, email: string): Promise<Use> {
  const { as, given, clock } = home
  const owner = as((await given.session(given.owner)).accessToken)
  const back = 'https://vpn.example/duo-callback'
  const { application } = await owner.tell(catalogue.make, { preset: 'duo-second-factor', values: { redirect: back } })
  await owner.tell(applications.assign, { id: application.id, everyone: true, groups: [], units: [], users: [] })
  const client = application.clientId ?? ''
  const { passkey, ...facts } = held
  let own = browser(home)
  let begun = ''
  return {
    who: 'vpn',
    entry: 'second-factor',
    facts: { ...facts, entry: 'second-factor', app: application.id, way: 'passkey', ip, verified: true },
    // Our own page also checks policies, so the user signs in before they are set
    async prepare() {
      own = browser(home)
      const request = await new SignJWT({
        iss: client,
        exp: Math.floor(clock.now().getTime() / 1000) + 300,
        response_type: 'code',
        scope: 'openid',
        client_id: client,
        redirect_uri: back,
        state: randomUUID(),
        duo_uname: email,
        aud: 'https://localhost:8080',
        use_duo_code_attribute: true,
      })
        .setProtectedHeader({ alg: 'HS512' })
        .sign(Buffer.from(application.clientSecret ?? ''))
      const query = new URLSearchParams({ response_type: 'code', client_id: client, request })
      const first = await own.get(`/oauth/v1/authorize?${query.toString()}`)
      if (first.location === undefined) throw new Error(first.text.replace(/<[^>]*>/g, ' ').slice(-700))
      begun = first.location
      await own.get(begun)
      await own.signIn(passkey)
    },
    use: async () => (await own.get(begun)).location?.includes('duo_code=') ?? false,
  }
}
