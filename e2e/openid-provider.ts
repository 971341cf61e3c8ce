import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { closeAfterTest } from './closing.ts'

export async function openIdProvider(client: { id: string; secret: string; redirectUri: string }, domain: string) {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: `${id}@${domain}`,
        email_verified: true,
        given_name: id.charAt(0).toUpperCase() + id.slice(1),
        family_name: 'Elsewhere',
      }),
    }),
  })
  server.on('request', (request, response) => void provider.callback()(request, response))
  closeAfterTest(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return { issuer }
}
