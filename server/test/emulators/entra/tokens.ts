// learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow, certificate-credentials,
// reference-error-codes
import { createHash, randomUUID, X509Certificate } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { parseForms } from '../forms.ts'
import type { EntraEmulator } from './mounting.ts'
import { GraphRefusal } from './refusal.ts'

export interface Client {
  name: string
  secret?: string
  certificate?: string
  roles: Set<string>
  /** Requested by its registration and granted by the next consent. */
  asks?: string[]
  redirects?: string[]
  /** Multi-tenant: other tenants can consent too. */
  multi?: boolean
}

const graph = 'https://graph.microsoft.com'
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const spent = new Set<string>()

export class Aadsts extends Error {
  readonly status: number
  readonly error: string
  readonly code: number
  constructor(status: number, error: string, code: number, message: string) {
    super(`AADSTS${String(code)}: ${message}`)
    this.status = status
    this.error = error
    this.code = code
  }
}

export function tokenEndpoint(emulator: EntraEmulator): void {
  parseForms(emulator.app)
  emulator.app.post<{ Params: { tenant: string } }>('/:tenant/oauth2/v2.0/token', async (request, reply) => {
    emulator.asked.push('POST /oauth2/v2.0/token')
    const form = new Map(Object.entries((request.body ?? {}) as Record<string, string>))
    const now = Date.now() + (emulator.wrongly.ahead ?? 0)
    void reply.header('date', new Date(now).toUTCString())
    try {
      const client = await clientOf(emulator, request.params.tenant, form, now)
      if (form.get('grant_type') === 'authorization_code' && emulator.redeem)
        return await emulator.redeem(request.params.tenant, form, client)
      return await give(emulator, form.get('client_id') ?? '', client, now)
    } catch (error) {
      if (error instanceof Aadsts) return refuse(reply, error)
      throw error
    }
  })
}

const fields = ['grant_type', 'client_id', 'client_secret', 'scope', 'client_assertion', 'client_assertion_type']
const ofCodes = ['code', 'redirect_uri', 'code_verifier']

async function clientOf(emulator: EntraEmulator, tenant: string, form: Map<string, string>, now: number) {
  const byCode = form.get('grant_type') === 'authorization_code' && emulator.redeem !== undefined
  for (const name of form.keys())
    if (![...fields, ...(byCode ? ofCodes : [])].includes(name))
      throw new Aadsts(400, 'invalid_request', 90_014, `The field '${name}' is not known.`)
  if (form.get('grant_type') !== 'client_credentials' && !byCode)
    throw new Aadsts(400, 'unsupported_grant_type', 70_003, 'The app requested an unsupported grant type.')
  if (tenant !== emulator.tenant && !byCode)
    throw new Aadsts(400, 'invalid_request', 90_002, `Tenant '${tenant}' not found.`)
  const client = emulator.clients.get(form.get('client_id') ?? '')
  if (!client) throw new Aadsts(400, 'unauthorized_client', 700_016, 'Application was not found in the directory.')
  if (!byCode && form.get('scope') !== `${graph}/.default`)
    throw new Aadsts(
      400,
      'invalid_scope',
      1_002_012,
      'The provided value for scope is not valid. It must end in /.default.',
    )
  const assertion = form.get('client_assertion')
  if (assertion !== undefined)
    await mustBeSignedBy(client, form, `${emulator.address}/${tenant}/oauth2/v2.0/token`, now)
  else if (!form.has('client_secret'))
    throw new Aadsts(401, 'invalid_client', 7_000_216, "'client_assertion' or 'client_secret' is required.")
  else if (client.secret === undefined || form.get('client_secret') !== client.secret)
    throw new Aadsts(401, 'invalid_client', 7_000_215, 'Invalid client secret provided.')
  return client
}

async function mustBeSignedBy(client: Client, form: Map<string, string>, audience: string, now: number) {
  const bad = (message: string) => new Aadsts(401, 'invalid_client', 700_027, message)
  if (form.get('client_assertion_type') !== assertionType)
    throw new Aadsts(400, 'invalid_request', 900_144, 'client_assertion_type is missing or wrong.')
  if (client.certificate === undefined) throw bad('No certificate is registered for this application.')
  const assertion = form.get('client_assertion') ?? ''
  const certificate = new X509Certificate(client.certificate)
  const thumbprint = createHash('sha256').update(certificate.raw).digest('base64url')
  let claims
  try {
    if (decodeProtectedHeader(assertion)['x5t#S256'] !== thumbprint) throw bad('The certificate is not registered.')
    claims = await jwtVerify(assertion, certificate.publicKey, {
      algorithms: ['PS256', 'RS256'],
      audience,
      issuer: form.get('client_id') ?? '',
      subject: form.get('client_id') ?? '',
      requiredClaims: ['jti', 'exp', 'nbf'],
      currentDate: new Date(now),
    })
  } catch (error) {
    if (error instanceof Aadsts) throw error
    if (/exp|nbf/.test((error as Error).message))
      throw new Aadsts(401, 'invalid_client', 700_024, 'Client assertion is not within its valid time range.')
    throw bad('The assertion failed signature validation.')
  }
  const jti = claims.payload.jti ?? ''
  if (spent.has(jti)) throw bad('The assertion was used before.')
  spent.add(jti)
}

async function give(emulator: EntraEmulator, appid: string, client: Client, now: number) {
  const lasts = emulator.wrongly.lasting ?? 3599
  const token = await new SignJWT({
    appid,
    tid: emulator.tenant,
    roles: [...client.roles],
    generation: emulator.generation(),
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setAudience(graph)
    .setExpirationTime(Math.floor(now / 1000) + lasts)
    .sign(emulator.key)
  return { token_type: 'Bearer', expires_in: lasts, ext_expires_in: lasts, access_token: token }
}

const refuse = (reply: FastifyReply, { status, error, code, message }: Aadsts) =>
  reply.code(status).send({
    error,
    error_description: `${message} Trace ID: ${randomUUID()}`,
    error_codes: [code],
    timestamp: new Date().toISOString(),
    trace_id: randomUUID(),
    correlation_id: randomUUID(),
  })

export async function rolesOf(emulator: EntraEmulator, authorization = ''): Promise<ReadonlySet<string>> {
  const refused = (message: string) => new GraphRefusal(401, 'InvalidAuthenticationToken', message)
  const token = /^Bearer (\S+)$/.exec(authorization)?.[1]
  if (token === undefined) throw refused('Access token is empty.')
  try {
    const now = new Date(Date.now() + (emulator.wrongly.ahead ?? 0))
    const { payload } = await jwtVerify(token, emulator.key, { audience: graph, currentDate: now })
    if (payload['generation'] !== emulator.generation())
      throw refused('Lifetime validation failed, the token is expired.')
    return new Set(payload['roles'] as string[])
  } catch {
    throw refused('Lifetime validation failed, the token is expired.')
  }
}
