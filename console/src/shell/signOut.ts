import { signIn } from '@claviger/contract/access/sign-in'
import { call } from '../ground/data/call.ts'
import { queries } from '../ground/data/query.ts'
import { forgetAll, held } from '../ground/data/tokens.ts'
import { signInFrom } from '../ground/data/wayBack.ts'

// While somebody signs out, a session that proves to be over is no news and needs no way back
let leaving = false

const openSignIn = (address: string) => window.location.assign(address)

/** Ends the session here and at the server, then shows sign-in; that the server did not hear it changes nothing (R21, R22). */
export async function signOut(): Promise<void> {
  leaving = true
  if (held('access') !== null) await call(signIn.logout, {}, { quiet: true }).catch(() => undefined)
  forgetAll()
  queries.clear()
  openSignIn('/auth/sign-in')
}

/** The session was lost: sign-in, with the way back unless it is already there (R23, decision G51). */
export function sessionLost(): void {
  if (leaving) return
  forgetAll()
  queries.clear()
  if (!window.location.pathname.startsWith('/auth/')) openSignIn(signInFrom(window.location.href))
}
