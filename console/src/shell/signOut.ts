import { signIn } from '@claviger/contract/access/sign-in'
import { call } from '../platform/data/call.ts'
import { queries } from '../platform/data/query.ts'
import { forgetAll, storedToken } from '../platform/data/tokens.ts'
import { signInFrom } from '../platform/data/returnAddress.ts'
import { isUnsaved } from '../platform/ui/form/unsaved.ts'

// While signing out, an expired session is expected and needs no redirect back
let leaving = false

let signInHere: (() => Promise<boolean>) | null = null
let signingIn: Promise<boolean> | null = null

const openSignIn = (address: string) => window.location.assign(address)

async function applications(): Promise<string | null> {
  try {
    const { saml } = await import('@claviger/contract/sso/saml')
    return (await call(saml.leave, {}, { quiet: true })).next
  } catch {
    return null
  }
}

/**
 * Ends this tab's session here and on the server, then shows sign-in, even if the server can't be reached (R21, R22).
 */
export async function signOutThisTab(): Promise<void> {
  leaving = true
  const next = storedToken('access') === null ? null : await applications()
  if (storedToken('access') !== null) await call(signIn.logout, {}, { quiet: true }).catch(() => undefined)
  forgetAll()
  queries.clear()
  openSignIn(next ?? '/auth/sign-in')
}

export async function signOut(): Promise<void> {
  // Loaded lazily: signing in doesn't need the code for other tabs
  await import('./browser-tabs.ts').then(({ announceSessionEnd }) => announceSessionEnd()).catch(() => undefined)
  return signOutThisTab()
}

export function onLost(show: () => Promise<boolean>): () => void {
  signInHere = show
  return () => (signInHere = null)
}

/**
 * The session was lost: opens sign-in with a redirect back, unless already there (R23, decision G51). If there is
 * unsaved input, opens sign-in as a dialog over the page. Resolves to true if there is a session again.
 */
export function sessionLost(): Promise<boolean> {
  if (leaving) return Promise.resolve(false)
  forgetAll()
  if (signInHere && isUnsaved()) return (signingIn ??= signInHere().finally(() => (signingIn = null)))
  queries.clear()
  if (!window.location.pathname.startsWith('/auth/')) openSignIn(signInFrom(window.location.href))
  return Promise.resolve(false)
}
