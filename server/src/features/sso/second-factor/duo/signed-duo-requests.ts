import { type JWTPayload, jwtVerify } from 'jose'
import type { AutocommitContext } from '#platform/app-context.ts'
import type { OidcApplication, ApplicationSecrets } from '#features/apps/applications/applications.ts'

const longest = 8000
const tolerance = 60
/** Duo clients sign for five minutes. */
const most = 15 * 60

export type DuoApplication = OidcApplication & ApplicationSecrets

/** The address that Duo clients use: they know only a host name. */
export const duoBaseOf = ({ config }: Pick<AutocommitContext, 'config'>): string =>
  `https://${new URL(config.publicUrl).host}`

export type SignedDuoRequest = JWTPayload & { readonly exp: number; readonly by: string }

/**
 * Verifies a JWT signed with the client's current or previous secret: issuer, audience, and expiry.
 * @throws if any of it is invalid
 */
export async function readSigned(
  at: Pick<AutocommitContext, 'clock'>,
  { clientId, secret, formerSecret }: DuoApplication,
  text: string,
  audience: string,
): Promise<SignedDuoRequest> {
  if (text.length > longest) throw new Error('it is too long')
  const now = at.clock.now()
  const read = async (by: string | null) => {
    if (by === null) throw new Error('there is no secret')
    const { payload } = await jwtVerify(text, Buffer.from(by), {
      algorithms: ['HS512'],
      issuer: clientId,
      audience,
      clockTolerance: tolerance,
      currentDate: now,
      requiredClaims: ['exp'],
    })
    return { payload, by }
  }
  const { payload, by } = await read(secret).catch(() => read(formerSecret))
  const { exp } = payload
  if (exp === undefined || exp > now.getTime() / 1000 + most) throw new Error('it is good for too long')
  return { ...payload, exp, by }
}
