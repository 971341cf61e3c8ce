import { protocols } from '@claviger/contract/apps/applications/application-settings'
import { randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { mayOpen } from '#features/apps/applications/applications.ts'
import { noteAttempt } from '#features/apps/attempts/attempts.ts'
import type { Issuer } from '#features/sso/oidc/oidc.issuer.ts'
import { noteCall } from '../call-counts.ts'
import { type Browser, hashOfFlow, inRequestWorkspace } from '../second-factor-request.ts'
import { fetchByCode, insertProof } from '../second-factor.store.ts'
import { duoBaseOf, type DuoApplication, readSigned } from './signed-duo-requests.ts'
import type { DuoSignInRequest, DuoSignIn } from './duo-sign-in.ts'

const lasts = 5 * 60
/** Duo clients allow a minute of clock difference, so a proof could be replayed that long */
const leeway = 2 * 60_000

export interface DuoApiResponse {
  readonly status: number
  readonly body: object
}
type Program = Pick<Browser, 'request'>

/** The secret that authenticated the client for this endpoint by a fresh proof; otherwise undefined. */
async function proves(
  issuer: Issuer,
  application: DuoApplication,
  fields: URLSearchParams,
  path: string,
  program: Program,
): Promise<string | undefined> {
  const audience = `${duoBaseOf(issuer.at)}${path}`
  const proof = await readSigned(issuer.at, application, fields.get('client_assertion') ?? '', audience).catch(
    () => undefined,
  )
  const id = proof?.sub === application.clientId ? proof.jti : undefined
  const fresh =
    proof !== undefined &&
    id !== undefined &&
    id.length <= 200 &&
    (await inRequestWorkspace(issuer, program, ctx =>
      insertProof(ctx.db, {
        workspace_id: issuer.workspace.id,
        application_id: application.id,
        proof_hash: hashOfFlow(id),
        expires_at: new Date(proof.exp * 1000 + leeway),
      }),
    ))
  await inRequestWorkspace(issuer, program, async ctx => {
    await noteCall(ctx, application, fresh)
    if (fresh) return
    const reason = { code: proof === undefined ? 'secret-wrong' : 'request-repeated' } as const
    const step = path.endsWith('/token') ? 'token' : 'health-check'
    await noteAttempt(ctx, {
      application: application.id,
      protocol: protocols.oidc,
      step,
      ok: false,
      reason,
      facts: {},
    })
  })
  return fresh ? proof.by : undefined
}

const unknown = 'invalid_client'

export const notProven = (now: Date): Record<'health' | 'token', DuoApiResponse> => ({
  health: {
    status: 400,
    body: {
      stat: 'FAIL',
      code: 40_002,
      timestamp: Math.floor(now.getTime() / 1000),
      message: unknown,
      message_detail: 'The client or its assertion is not valid.',
    },
  },
  token: {
    status: 400,
    body: { error: unknown, error_description: 'The client or its assertion is not valid.' },
  },
})

/**
 * Health check. A disabled application also gets OK: clients that fail open would otherwise let users in
 * without a second factor.
 */
export async function answerHealth(
  issuer: Issuer,
  application: DuoApplication,
  fields: URLSearchParams,
  program: Program,
): Promise<DuoApiResponse> {
  const now = issuer.at.clock.now()
  if (!(await proves(issuer, application, fields, '/oauth/v1/health_check', program))) return notProven(now).health
  return { status: 200, body: { stat: 'OK', response: { timestamp: Math.floor(now.getTime() / 1000) } } }
}

/** Exchanges a code for the confirmed user, signed with the shared secret. */
export async function answerCode(
  issuer: Issuer,
  application: DuoApplication,
  fields: URLSearchParams,
  program: Program,
): Promise<DuoApiResponse> {
  const { at } = issuer
  const now = at.clock.now()
  const by = await proves(issuer, application, fields, '/oauth/v1/token', program)
  if (by === undefined) return notProven(now).token
  const wrong = (error: string, description: string): DuoApiResponse => ({
    status: 400,
    body: { error, error_description: description },
  })
  if (fields.get('grant_type') !== 'authorization_code')
    return wrong('unsupported_grant_type', 'Only codes are answered.')
  const row = await inRequestWorkspace(issuer, program, async ctx => {
    const note = async (code: 'code-spent' | 'redirect-differs' | 'not-assigned' | 'off', asked?: string) => {
      await noteAttempt(ctx, {
        application: application.id,
        protocol: protocols.oidc,
        step: 'token',
        ok: false,
        reason: { code, ...(asked !== undefined && { details: { asked } }) },
        facts: {},
      })
      return undefined
    }
    const found = await fetchByCode(ctx.db, application.id, hashOfFlow(fields.get('code') ?? ''), now)
    if (!found) return note('code-spent')
    const asked = found.asked as unknown as DuoSignInRequest
    const told = found.answer as unknown as DuoSignIn
    const redirect = fields.get('redirect_uri') ?? ''
    if (redirect !== asked.redirectUri) return note('redirect-differs', redirect)
    if (!application.active) return note('off')
    // The user may have been suspended or lost access since the redirect
    if (!(await mayOpen(ctx, application, told.user))) return note('not-assigned')
    return { id: found.id, asked, told }
  })
  if (!row) return wrong('invalid_grant', 'The code is not valid.')
  const body = {
    id_token: await sign(issuer, application, row, now, by),
    // Clients require the field but never use it
    access_token: randomBytes(24).toString('base64url'),
    expires_in: lasts,
    token_type: 'Bearer',
  }
  return { status: 200, body }
}

const nowhere = { city: null, state: null, country: null }

async function sign(
  { at }: Issuer,
  application: DuoApplication,
  { id, asked, told }: { id: string; asked: DuoSignInRequest; told: DuoSignIn },
  now: Date,
  by: string,
): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000)
  const claims = {
    auth_time: told.authTime,
    preferred_username: asked.name,
    ...(asked.nonce !== null && { nonce: asked.nonce }),
    auth_result: { result: 'allow', status: 'allow', status_msg: 'Login Successful' },
    auth_context: {
      txid: id,
      event_type: 'authentication',
      result: 'success',
      reason: 'user_approved',
      factor: 'webauthn_security_key',
      timestamp: told.authTime,
      isotimestamp: new Date(told.authTime * 1000).toISOString(),
      user: { name: asked.name, key: told.user, groups: [] },
      application: { name: application.name, key: application.clientId },
      access_device: { ip: told.ip, location: nowhere, hostname: null, epkey: null },
      auth_device: { ip: told.ip, location: nowhere, name: null },
      alias: '',
      email: told.email,
      ood_software: null,
    },
  }
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS512', typ: 'JWT' })
    .setIssuer(`${duoBaseOf(at)}/oauth/v1/token`)
    .setSubject(asked.name)
    .setAudience(application.clientId)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + lasts)
    .sign(Buffer.from(by))
}
