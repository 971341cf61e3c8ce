// developer.okta.com/docs/guides/implement-oauth-for-okta-serviceapp, reference/core-okta-api (SSWS)
import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { parseForms } from '../forms.ts'
import type { OktaEmulator } from './mounting.ts'
import { errors, OktaRefusal } from './refusal.ts'

export interface OktaClient {
  jwk: JsonWebKey & { kid?: string }
  scopes: Set<string>
}

const spent = new Set<string>()

export function tokenEndpoint(emulator: OktaEmulator): void {
  const { app } = emulator
  parseForms(app)
  app.post('/oauth2/v1/token', async (request, reply) => {
    emulator.asked.push('POST /oauth2/v1/token')
    const form = (request.body ?? {}) as Record<string, string>
    const refuse = (status: number, error: string, why: string) =>
      reply.code(status).send({ error, error_description: why })
    if (form['grant_type'] !== 'client_credentials')
      return refuse(400, 'unsupported_grant_type', 'The grant type is not supported.')
    if (form['client_assertion_type'] !== 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
      return refuse(401, 'invalid_client', 'The client_assertion_type is invalid.')
    const client = await signedBy(emulator, form['client_assertion'] ?? '')
    if (!client) return refuse(401, 'invalid_client', 'The client_assertion is invalid.')
    const scopes = (form['scope'] ?? '').split(' ').filter(Boolean)
    if (scopes.length === 0) return refuse(400, 'invalid_scope', 'The scope is missing.')
    if (scopes.some(one => !client.scopes.has(one)))
      return refuse(
        400,
        'invalid_scope',
        'One or more scopes are not configured for the authorization server resource.',
      )
    const token = await new SignJWT({ scp: scopes })
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(emulator.address)
      .setExpirationTime('1h')
      .sign(emulator.key)
    return { token_type: 'Bearer', expires_in: 3600, access_token: token, scope: scopes.join(' ') }
  })
}

async function signedBy(emulator: OktaEmulator, assertion: string): Promise<OktaClient | undefined> {
  try {
    const [, body = ''] = assertion.split('.')
    const { sub = '' } = JSON.parse(Buffer.from(body, 'base64url').toString()) as { sub?: string }
    const client = emulator.clients.get(sub)
    const { kid } = decodeProtectedHeader(assertion)
    if (!client || (kid !== undefined && kid !== client.jwk.kid)) return undefined
    const { payload } = await jwtVerify(assertion, createPublicKey({ key: client.jwk, format: 'jwk' }), {
      algorithms: ['RS256'],
      audience: `${emulator.address}/oauth2/v1/token`,
      issuer: sub,
      requiredClaims: ['exp', 'jti'],
    })
    if (spent.has(payload.jti ?? '')) return undefined
    spent.add(payload.jti ?? '')
    return client
  } catch {
    return undefined
  }
}

export async function scopesOf(emulator: OktaEmulator, authorization = ''): Promise<ReadonlySet<string>> {
  const [kind, token = ''] = authorization.split(' ')
  if (kind === 'SSWS') {
    const scopes = emulator.tokens.get(token)
    if (scopes) return scopes
    throw new OktaRefusal(...errors.badToken)
  }
  try {
    const { payload } = await jwtVerify(token, emulator.key, { audience: emulator.address })
    return new Set(payload['scp'] as string[])
  } catch {
    throw new OktaRefusal(...errors.badToken)
  }
}
