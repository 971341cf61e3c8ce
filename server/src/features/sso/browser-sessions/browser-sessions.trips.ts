import type { DemandName } from '@claviger/contract/decide/decisions'
import { createHash, randomBytes } from 'node:crypto'
import { sameBytes } from '#platform/secrets/seal.ts'
import type { AppContext } from '#platform/app-context.ts'
import { cookieIn, hostCookie, writeCookie } from '#http/cookies.ts'
import type { BrowserSession } from './browser-sessions.ts'

// The redirect to our sign-in page and back. Its state is sealed in the address and bound to the browser: a
// million anonymous requests leave no rows, and an attacker can't lead another user through their trip.

const about = 'sso_trips:sealed:trip of the browser that makes it'
const lasts = 10 * 60_000

export interface SignInTrip {
  readonly workspace: { readonly id: string; readonly slug: string }
  /** A path of ours to return to. */
  readonly back: string
  readonly hint?: string | undefined
  /** Earlier sign-ins don't count (`prompt=login`, `max_age`, ForceAuthn). */
  readonly since?: Date | undefined
  readonly acr?: string | undefined
  /** Requirements of an access policy: the present sign-in doesn't count, and the page says why. */
  readonly unmet?: readonly DemandName[] | undefined
}

interface Trip {
  readonly workspace: string
  readonly slug: string
  readonly back: string
  readonly hint?: string
  readonly since?: number
  readonly acr?: string
  readonly unmet?: readonly DemandName[]
  readonly browser: string
  readonly endsAt: number
}

const nameOf = (world: Pick<AppContext, 'config'>) => hostCookie(world.config.publicUrl, 'claviger-trip')
const hashOf = (value: string) => createHash('sha256').update(value).digest()

export const isEnough = (here: BrowserSession, { since, acr }: Pick<SignInTrip, 'since' | 'acr'>): boolean =>
  (since === undefined || here.authTime >= since) && (acr === undefined || here.acrs.includes(acr))

export function sendToSignIn(world: AppContext, errand: SignInTrip, cookies: string | undefined) {
  const { workspace, back, hint, acr, unmet = [] } = errand
  const since = errand.since ?? (unmet.length > 0 ? world.clock.now() : undefined)
  if (!back.startsWith('/') || back.startsWith('//')) throw new Error(`not a path of ours: ${back}`)
  const known = cookieIn(cookies, nameOf(world))
  const value = known !== undefined && /^[\w-]{32}$/.test(known) ? known : randomBytes(24).toString('base64url')
  const trip: Trip = {
    workspace: workspace.id,
    slug: workspace.slug,
    back,
    ...(hint !== undefined && { hint: hint.slice(0, 200) }),
    ...(since && { since: since.getTime() }),
    ...(acr !== undefined && { acr }),
    ...(unmet.length > 0 && { unmet }),
    browser: hashOf(value).toString('base64url'),
    endsAt: world.clock.now().getTime() + lasts,
  }
  const sealed = world.sealer.seal(JSON.stringify(trip), about).toString('base64url')
  return {
    location: signInAddress(trip, sealed),
    cookie: writeCookie(world.config.publicUrl, { name: nameOf(world), value, path: '/', sameSite: 'Lax' }),
  }
}

type Shown = Pick<Trip, 'slug' | 'hint' | 'acr' | 'unmet'>

export const signInAddress = ({ slug, hint, acr, unmet }: Shown, sealed: string): string =>
  `/auth/sign-in?${new URLSearchParams({
    workspace: slug,
    redirectUrl: `/sso/continue/${sealed}`,
    ...(hint !== undefined && { hint }),
    ...(acr !== undefined && { demand: acr }),
    ...(unmet && { unmet: unmet.join(' ') }),
  }).toString()}`

/** Opens a trip for the browser that started it; undefined if it is another's, expired, or forged. */
export function tripOf(world: AppContext, sealed: string, cookies: string | undefined): Trip | undefined {
  const value = cookieIn(cookies, nameOf(world))
  if (value === undefined || sealed.length > 4000) return undefined
  try {
    const trip = JSON.parse(world.sealer.open(Buffer.from(sealed, 'base64url'), about).toString()) as Trip
    const own = sameBytes(Buffer.from(trip.browser, 'base64url'), hashOf(value))
    return own && trip.endsAt > world.clock.now().getTime() ? trip : undefined
  } catch {
    return undefined
  }
}
