import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ownCertificate } from '../../../../../server/test/emulators/log-receiver.ts'
import { closeAfterTest } from '../../../../closing.ts'

export const tenantId = '0a1b2c3d-0000-4000-8000-00000000cafe'
export const clientId = '11111111-2222-4333-8444-555555555555'

interface Message {
  to: string
  text: string
}

export interface Systems {
  readonly address: string
  readonly certificate: string
  readonly messages: Message[]
  belongs: boolean
  user: string
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

export async function startSystems(): Promise<Systems> {
  const own = ownCertificate()
  const certificate = join(await mkdtemp(join(tmpdir(), 'claviger-systems-')), 'certificate.pem')
  await writeFile(certificate, own.cert)
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const codes = new Map<string, string>()
  const server = createServer(own).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeAfterTest(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const systems = {
    address,
    certificate,
    messages: [] as Message[],
    belongs: true,
    user: '',
  }
  const tenant = `${address}/${tenantId}`
  const idToken = (nonce: string) => {
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: `${tenant}/v2.0`, aud: clientId, sub: systems.user, oid: systems.user, tid: tenantId, nonce }
    const times = { iat: now, nbf: now, exp: now + 3600 }
    const whole = { ...claims, ...times, preferred_username: systems.user, name: 'Somebody' }
    const signed = `${part({ alg: 'RS256', typ: 'JWT', kid: 'first' })}.${part(whole)}`
    return `${signed}.${sign('sha256', Buffer.from(signed), keys.privateKey).toString('base64url')}`
  }
  const answers: Record<string, (body: string) => unknown> = {
    '/sms': body => void systems.messages.push(JSON.parse(body) as Message),
    '/belongs': () => ({ belongs: systems.belongs }),
    [`/${tenantId}/v2.0/.well-known/openid-configuration`]: () => ({
      issuer: `${tenant}/v2.0`,
      authorization_endpoint: `${tenant}/oauth2/v2.0/authorize`,
      token_endpoint: `${tenant}/oauth2/v2.0/token`,
      jwks_uri: `${tenant}/discovery/v2.0/keys`,
    }),
    [`/${tenantId}/discovery/v2.0/keys`]: () => ({
      keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'first', alg: 'RS256', use: 'sig' }],
    }),
    [`/${tenantId}/oauth2/v2.0/token`]: body => ({
      token_type: 'Bearer',
      scope: 'User.Read openid profile',
      expires_in: 3600,
      access_token: 'of no use here',
      id_token: idToken(codes.get(new URLSearchParams(body).get('code') ?? '') ?? ''),
    }),
  }
  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '', address)
    if (url.pathname.endsWith('/authorize')) {
      const asked = (name: string) => url.searchParams.get(name) ?? ''
      const code = String(codes.size + 1)
      codes.set(code, asked('nonce'))
      const outcome = systems.user === '' ? { error: 'access_denied' } : { code }
      const back = new URLSearchParams({ ...outcome, state: asked('state') })
      return void response.writeHead(302, { location: `${asked('redirect_uri')}?${back.toString()}` }).end()
    }
    void text(request).then(body => {
      const answer = answers[url.pathname]
      response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
      return response.end(JSON.stringify(answer?.(body) ?? {}))
    })
  })
  return systems
}
