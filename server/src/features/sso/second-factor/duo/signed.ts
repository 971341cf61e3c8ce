import { type JWTPayload, jwtVerify } from 'jose'
import type { Apart } from '../../../../ground/world.ts'
import type { OidcApplication, Secrets } from '../../../apps/applications/applications.ts'

const longest = 8000
const tolerance = 60
/** The software of Duo signs for five minutes. */
const most = 15 * 60

/** An application that speaks Duo, with the secret that it signs by. */
export type DuoApplication = OidcApplication & Secrets

/** Where the software of Duo finds us: it knows a host, and nothing else. */
export const baseOf = ({ config }: Pick<Apart, 'config'>): string => `https://${new URL(config.publicUrl).host}`

/** What the software has signed, and the secret by which it did. */
export type Signed = JWTPayload & { readonly exp: number; readonly by: string }

/**
 * Reads what the software of Duo has signed with its secret, or with the one before it: who signed, for whom and until when
 * are checked. Throws where any of it is not so.
 */
export async function readSigned(
  at: Pick<Apart, 'clock'>,
  { clientId, secret, formerSecret }: DuoApplication,
  text: string,
  audience: string,
): Promise<Signed> {
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
