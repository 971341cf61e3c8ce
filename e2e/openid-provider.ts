import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { closeAfterTest } from './closing.ts'

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** A user who signs in as `nora.field` is Nora Field, and its identity is verified if a client asks for that. */
export async function openIdProvider(
  client: { id: string; secret: string; redirectUri: string | (() => string) },
  domain: string,
) {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { redirectUri } = client
  const made = () =>
    new Provider(issuer, {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: [typeof redirectUri === 'string' ? redirectUri : redirectUri()],
          response_types: ['code'],
          grant_types: ['authorization_code'],
        },
      ],
      features: { claimsParameter: { enabled: true } },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['given_name', 'family_name'],
        verified_claims: null,
      },
      findAccount: (_ctx, id) => {
        const [given = '', family = 'elsewhere'] = id.split('.')
        const named = { given_name: capital(given), family_name: capital(family) }
        return {
          accountId: id,
          claims: () => ({
            sub: id,
            email: `${id}@${domain}`,
            email_verified: true,
            ...named,
            verified_claims: { verification: { trust_framework: 'eidas' }, claims: named },
          }),
        }
      },
    })
  let provider: Provider | undefined
  server.on('request', (request, response) => void (provider ??= made()).callback()(request, response))
  closeAfterTest(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return { issuer }
}
