import { importJWK, type JWK, SignJWT } from 'jose'
import type { BrowserSession } from '../browser-sessions/browser-sessions.ts'
import { keysKeptFor, signingKeys } from '../oidc/oidc.keys.ts'
import type { GateContext } from './forward-auth-gate.ts'

interface Signer {
  readonly kid: string
  readonly key: Awaited<ReturnType<typeof importJWK>>
  readonly until: number
}
const signers = new Map<string, Signer>()
const mostSigners = 500

async function signerOf({ workspace, apart }: GateContext): Promise<Signer> {
  const known = signers.get(workspace)
  if (known && known.until > Date.now()) return known
  const jwk = (await signingKeys(apart)).find(one => one.alg === 'ES256') as JWK
  if (signers.size >= mostSigners) signers.clear()
  const made = { kid: jwk.kid ?? '', key: await importJWK(jwk, 'ES256'), until: Date.now() + keysKeptFor }
  signers.set(workspace, made)
  return made
}

/**
 * The proxy's answer as a JWT valid for a minute (RFC 7519), signed with the key at `/oidc/{workspace}/jwks`:
 * for applications that don't trust plain headers.
 */
export async function assertionFor(
  at: GateContext,
  here: BrowserSession,
  { claims, issuer }: { claims: Record<string, string | string[]>; issuer: string },
): Promise<string> {
  const { kid, key } = await signerOf(at)
  const now = Math.floor(at.world.clock.now().getTime() / 1000)
  return new SignJWT({ ...claims, amr: [...here.amr], acr: here.acr })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setSubject(here.user)
    .setAudience(at.application)
    .setIssuedAt(now)
    .setExpirationTime(now + 60)
    .sign(key)
}
