import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { applications, type NewOidc } from '@claviger/contract/apps/applications'
import type { InputOf } from '@claviger/contract/platform/endpoint'
import * as client from 'openid-client'
import { atEnd } from '../app/at-end.ts'
import type { TestApp } from '../app/test-app.ts'

export const origin = 'http://localhost:8080'

/** The app as a fetch function, so that openid-client needs no port. */
export const fetchOf =
  ({ app }: Pick<TestApp, 'app'>): client.CustomFetch =>
  async (url, { method, headers, body }) => {
    const { pathname, search, host } = new URL(url)
    const answer = await app.inject({
      method: method as 'GET',
      url: pathname + search,
      headers: { ...headers, host },
      ...(body !== undefined &&
        body !== null && {
          payload: body instanceof URLSearchParams ? body.toString() : Buffer.from(body as Uint8Array),
        }),
    })
    const empty = answer.statusCode === 204 || answer.statusCode === 304
    return new Response(empty ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
        [value].flat().map(one => [name, String(one)]),
      ),
    })
  }

export type Settings = Partial<InputOf<typeof NewOidc>['oidc']>

export async function addClient(
  home: TestApp,
  name: string,
  oidc: Settings,
  more: Partial<InputOf<typeof NewOidc>> = {},
) {
  const { as, given } = home
  const owner = as((await given.session(given.owner)).accessToken)
  const made = await owner.tell(applications.oidcCreate, { name, ...more, oidc })
  await owner.tell(applications.assign, { id: made.id, everyone: true, groups: [], units: [], users: [] })
  return made
}

export async function relyingParty(
  home: TestApp,
  { clientId, clientSecret }: { clientId: string | null; clientSecret: string | null },
  auth?: client.ClientAuth,
  slug = 'northgate',
): Promise<client.Configuration> {
  return client.discovery(new URL(`${origin}/oidc/${slug}`), clientId ?? '', clientSecret ?? undefined, auth, {
    execute: [client.allowInsecureRequests],
    [client.customFetch]: fetchOf(home),
  })
}

export async function listener(): Promise<{ url: string; got: string[] }> {
  const got: string[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', part => (text += String(part)))
    request.on('end', () => {
      got.push(text)
      response.writeHead(200).end()
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  atEnd(() => new Promise(done => server.close(done)))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/logout`, got }
}
