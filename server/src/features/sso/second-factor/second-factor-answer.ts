import type { Language } from '@claviger/contract/platform/languages'
import { importJWK, type JWK as JoseKey, SignJWT } from 'jose'
import { sayIn } from '#platform/languages.ts'
import { escapeHtml, writePage } from '../browser-sessions/browser-sessions.page.ts'
import type { BrowserSession } from '../browser-sessions/browser-sessions.ts'
import { type Issuer, rsaKey } from '../oidc/oidc.issuer.ts'
import type { UserHint } from './hint.ts'

export interface SecondFactorRequest extends UserHint {
  readonly client: string
  readonly redirectUri: string
  readonly nonce: string
  readonly state: string | null
  /** One of these is required; empty for any. */
  readonly acr: readonly string[]
  readonly amr: readonly string[]
}

type Request = Omit<SecondFactorRequest, keyof UserHint | 'client'>

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(one => typeof one === 'string').slice(0, 30) : []

/** Parses a form request for only an ID token (OpenID Connect Core 1.0 §3.2); otherwise undefined. */
export function parseIdTokenRequest(fields: URLSearchParams): Request | undefined {
  const told = (name: string, most: number) => {
    const [only, another] = fields.getAll(name)
    return only !== undefined && another === undefined && only !== '' && only.length <= most ? only : undefined
  }
  const redirectUri = told('redirect_uri', 2000)
  const nonce = told('nonce', 500)
  const asks = told('response_type', 50) === 'id_token' && told('response_mode', 50) === 'form_post'
  const scopes = told('scope', 500)?.split(' ') ?? []
  if (!asks || redirectUri === undefined || nonce === undefined || !scopes.includes('openid')) return undefined
  const state = told('state', 4000) ?? null
  try {
    const claims = JSON.parse(told('claims', 4000) ?? '{}') as {
      id_token?: Record<string, { values?: unknown } | null>
    }
    const { acr, amr } = claims.id_token ?? {}
    return { redirectUri, nonce, state, acr: texts(acr?.values), amr: texts(amr?.values) }
  } catch {
    return undefined
  }
}

/** The requested method that the sign-in satisfies (RFC 8176, and `fido` of Entra ID); otherwise undefined. */
export function methodFor(
  { amr }: Pick<SecondFactorRequest, 'amr'>,
  here: Pick<BrowserSession, 'amr'>,
): string | undefined {
  const true_ = ['fido', ...here.amr.filter(one => one !== 'mfa' && one !== 'user'), 'pop']
  return amr.length === 0 ? 'fido' : true_.find(one => amr.includes(one))
}

// A passkey is a possession or inherence factor
const contexts = ['possessionorinherence', 'possession', 'inherence', 'knowledgeorpossession']

export const secondFactorContextFor = (
  { acr }: Pick<SecondFactorRequest, 'acr'>,
  here: Pick<BrowserSession, 'acrs'>,
): string | undefined =>
  acr.length === 0 ? contexts[0] : acr.find(one => contexts.includes(one) || here.acrs.includes(one))

const script = 'document.forms[0].submit()'
const minute = 60

export async function answerPage(
  issuer: Issuer,
  asked: SecondFactorRequest,
  { amr, acr }: { amr: string; acr: string },
  language: Language,
) {
  const key = await rsaKey(issuer.at)
  const now = Math.floor(issuer.at.clock.now().getTime() / 1000)
  const claims = { nonce: asked.nonce, amr: [amr], acr }
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: String(key.kid) })
    .setIssuer(issuer.name)
    .setAudience(asked.client)
    .setSubject(asked.sub)
    .setIssuedAt(now)
    .setExpirationTime(now + 5 * minute)
    .sign(await importJWK(key as JoseKey, 'RS256'))
  const say = sayIn(language)
  const fields = { id_token: token, ...(asked.state !== null && { state: asked.state }) }
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  return writePage({
    language,
    title: say("You're verified"),
    lines: [say("You're being redirected back.")],
    body: `<form method="post" action="${escapeHtml(asked.redirectUri)}">${inputs.join('')}<button class="p" type="submit">${escapeHtml(say('Continue'))}</button></form>`,
    script,
    formTo: [new URL(asked.redirectUri).origin],
  })
}
