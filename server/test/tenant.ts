// An Entra ID tenant of our own on loopback: its documents, its keys, and what it would sign.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

export const tenantId = '0a1b2c3d-0000-4000-8000-00000000cafe'
export const clientId = '11111111-2222-4333-8444-555555555555'

interface Signing {
  /** Claims in place of the usual ones; undefined leaves one out. */
  readonly claims?: JWTPayload
  readonly alg?: 'none'
  /** By a key that the tenant does not publish. */
  readonly foreign?: boolean
}

/** Starts the tenant. `broken` makes it answer as it should not. */
export async function startTenant() {
  const own = await generateKeyPair('RS256', { modulusLength: 2048 })
  const foreign = await generateKeyPair('RS256', { modulusLength: 2048 })
  const tenant = {
    authority: '',
    asked: [] as string[],
    broken: undefined as 'foreign-keys' | 'down' | undefined,
    kid: 'first',
    /** An ID token for this nonce, as this person. */
    async sign(
      nonce: string,
      name: string,
      now: Date,
      { claims, alg, foreign: byForeign }: Signing = {},
    ): Promise<string> {
      const seconds = Math.floor(now.getTime() / 1000)
      const payload: JWTPayload = {
        iss: `${tenant.authority}/${tenantId}/v2.0`,
        aud: clientId,
        sub: 'subject',
        tid: tenantId,
        iat: seconds,
        exp: seconds + 3600,
        nonce,
        preferred_username: name,
        ...claims,
      }
      if (alg === 'none') {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
        return `${part({ alg: 'none', kid: tenant.kid })}.${part(payload)}.`
      }
      const { privateKey } = byForeign ? foreign : own
      return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: tenant.kid }).sign(privateKey)
    },
    close: () => server.close(),
  }
  const server = createServer((request, response) => {
    tenant.asked.push(request.url ?? '')
    const base = `${tenant.authority}/${tenantId}`
    if (tenant.broken === 'down') return void response.writeHead(500).end()
    const documents: Record<string, () => Promise<unknown>> = {
      [`/${tenantId}/v2.0/.well-known/openid-configuration`]: () =>
        Promise.resolve({
          issuer: `${base}/v2.0`,
          jwks_uri: tenant.broken === 'foreign-keys' ? 'http://127.0.0.2:9/keys' : `${base}/discovery/v2.0/keys`,
        }),
      [`/${tenantId}/discovery/v2.0/keys`]: async () => ({
        keys: [{ ...(await exportJWK(own.publicKey)), kid: tenant.kid, alg: 'RS256', use: 'sig' }],
      }),
    }
    const found = documents[request.url ?? '']
    if (!found) return void response.writeHead(404).end()
    void found().then(body => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  tenant.authority = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return tenant
}
