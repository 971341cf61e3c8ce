import type { NewOidc } from '@claviger/contract/apps/applications'
import type { InputOf } from '@claviger/contract/platform/endpoint'
import { afterAll } from 'vitest'
import { startScheduledTasks } from '#platform/scheduled-tasks.ts'
import { sessionEndTask } from '#features/sso/oidc/oidc.jobs.ts'
import { softwareKey } from '../../api/authenticator.ts'
import { browser } from '../../app/browser.ts'
import { startTestApp } from '../../app/test-app.ts'
import { addClient, listener, type Settings } from '../../emulators/oidc-client.ts'
import { addPasskey } from '../../api/passkeys.ts'
import { loopback } from '../../app/loopback.ts'

export const origin = 'https://id.example'
const alias = 'https://suite.example/test/a/claviger'
export const redirect = `${alias}/callback`
export const loggedOut = `${alias}/post_logout_redirect`
export const issuer = `${origin}/oidc/northgate`

export interface Client {
  readonly id: string
  readonly secret: string
  readonly by: 'client_secret_basic' | 'client_secret_post'
}

/** An administrator's settings for the suite, as in docs/protocols/oidc.md. */
export const settings: Settings = {
  redirectUris: [redirect],
  postLogoutRedirectUris: [loggedOut],
  grantTypes: ['authorization_code', 'refresh_token'],
  scopes: ['openid', 'profile', 'email', 'phone', 'address', 'offline_access'],
  pkceRequired: false,
  leanIdToken: true,
}

/** Standard claims without a field of ours come from attributes and fixed texts. */
export const mapping: NonNullable<InputOf<typeof NewOidc>['mapping']> = [
  { name: 'middle_name', source: 'attribute1' },
  { name: 'nickname', source: 'attribute2' },
  { name: 'gender', source: 'attribute3' },
  { name: 'birthdate', source: 'attribute4' },
  { name: 'zoneinfo', source: 'fixed', value: 'Europe/Berlin' },
  { name: 'website', source: 'fixed', value: 'https://northgate.example' },
  { name: 'profile', source: 'fixed', value: 'https://northgate.example/people' },
  { name: 'picture', source: 'fixed', value: 'https://northgate.example/people.png' },
  { name: 'address.street_address', source: 'fixed', value: 'Hill Road 1' },
  { name: 'address.locality', source: 'attribute5' },
]

const person = {
  phone_country: '+49',
  phone_number: '301234567',
  language: 'en',
  scim_attribute_1: 'Mary',
  scim_attribute_2: 'Con',
  scim_attribute_3: 'female',
  scim_attribute_4: '1990-01-31',
  scim_attribute_5: 'Northgate',
}

export type Suite = Awaited<ReturnType<typeof openSuite>>
export type Visitor = ReturnType<Suite['visitor']>

export async function openSuite() {
  const home = await startTestApp({ PUBLIC_URL: origin, ...loopback })
  const { given, app, clock } = home
  const beat = startScheduledTasks(home.world, [sessionEndTask])
  afterAll(() => beat.stop())
  const heard = await listener()
  const user = await given.addUser('Connie', 'Formance', person)
  await given.addActiveKeys([user])
  const session = await given.session({ id: user, workspace: given.owner.workspace })
  const { key } = await addPasskey(home, session.accessToken, softwareKey({ origin }))
  const client = async (name: string, by: Client['by'], more: Settings = {}): Promise<Client> => {
    const made = await addClient(home, name, { ...settings, tokenEndpointAuthMethod: by, ...more }, { mapping })
    return { id: made.clientId ?? '', secret: made.clientSecret ?? '', by }
  }
  const one = await client('Suite one', 'client_secret_basic', { backchannelLogoutUri: heard.url })
  const two = await client('Suite two', 'client_secret_basic')
  const post = await client('Suite post', 'client_secret_post')

  const ask = async (method: 'GET' | 'POST', path: string, headers: Record<string, string> = {}, body?: string) => {
    const answer = await app.inject({
      method,
      url: `/oidc/northgate/${path}`,
      headers: { host: new URL(origin).host, ...headers },
      ...(body !== undefined && { payload: body }),
    })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    return {
      status: answer.statusCode,
      headers: answer.headers,
      json: isJson ? answer.json<Record<string, unknown>>() : undefined,
    }
  }
  /** Sets the session clock relative to the machine's, which the provider uses. */
  const reckon = (seconds: number) => clock.forward(Date.now() + seconds * 1000 - clock.now().getTime())
  const visitor = () => {
    const own = browser(home, origin)
    return {
      ...own,
      signIns: 0,
      async signInAt(page: string): Promise<string> {
        reckon(this.signIns++ === 0 ? -10 : 2)
        await own.signIn(key)
        return new URL(page).searchParams.get('redirectUrl') ?? ''
      },
    }
  }
  return { home, ask, visitor, known: visitor(), heard, user, clients: { one, two, post } }
}
