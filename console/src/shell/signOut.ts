import { signIn } from '@claviger/contract/access/sign-in'
import { call } from '../ground/data/call.ts'
import { queries } from '../ground/data/query.ts'
import { forgetAll, held } from '../ground/data/tokens.ts'
import { signInFrom } from '../ground/data/wayBack.ts'
import { isUnsaved } from '../ground/ui/form/unsaved.ts'

// While somebody signs out, a session that proves to be over is no news and needs no way back
let leaving = false

let signInHere: (() => Promise<boolean>) | null = null
let signingIn: Promise<boolean> | null = null

const openSignIn = (address: string) => window.location.assign(address)

/** Where the browser tells applications that it signs out; it comes back when all of them know. */
async function applications(): Promise<string | null> {
  try {
    const { saml } = await import('@claviger/contract/sso/saml')
    return (await call(saml.leave, {}, { quiet: true })).next
  } catch {
    return null
  }
}

/** Ends the session of this tab, here and at the server, then shows sign-in; that the server did not hear it changes nothing (R21, R22). */
export async function signOutHere(): Promise<void> {
  leaving = true
  const next = held('access') === null ? null : await applications()
  if (held('access') !== null) await call(signIn.logout, {}, { quiet: true }).catch(() => undefined)
  forgetAll()
  queries.clear()
  openSignIn(next ?? '/auth/sign-in')
}

/** Signs out, in every tab that was opened by the same sign-in. */
export async function signOut(): Promise<void> {
  // Whoever signs in needs nothing of other tabs yet
  await import('./tabs.ts').then(({ tellOver }) => tellOver()).catch(() => undefined)
  return signOutHere()
}

/** The frame says here how somebody signs in again over the page. */
export function onLost(show: () => Promise<boolean>): () => void {
  signInHere = show
  return () => (signInHere = null)
}

/**
 * The session was lost: sign-in, with the way back unless it is already there (R23, decision G51). Where something was
 * entered, it is over the page, which stays; answers whether there is a session again.
 */
export function sessionLost(): Promise<boolean> {
  if (leaving) return Promise.resolve(false)
  forgetAll()
  if (signInHere && isUnsaved()) return (signingIn ??= signInHere().finally(() => (signingIn = null)))
  queries.clear()
  if (!window.location.pathname.startsWith('/auth/')) openSignIn(signInFrom(window.location.href))
  return Promise.resolve(false)
}
