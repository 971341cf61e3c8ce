const home = '/dashboard'
/** The only page outside the frame that requires a signed-in user. */
const afterSignIn = '/auth/delegated'

/** Address of the sign-in page that returns to `here`; drops an earlier redirectUrl in it first (R23). */
export function signInFrom(here: string): string {
  const url = new URL(here)
  url.searchParams.delete('redirectUrl')
  return `/auth/sign-in?redirectUrl=${encodeURIComponent(url.href)}`
}

/** Where to go after sign-in: redirectUrl if it is of this page's origin, else home (R24, decision G16). */
export function returnAddress(search: string, origin: string): string {
  const wanted = new URLSearchParams(search).get('redirectUrl')
  if (wanted === null) return home
  try {
    const url = new URL(wanted, origin)
    const inside = !url.pathname.startsWith('/auth/') || url.pathname === afterSignIn
    return url.origin === origin && inside ? url.pathname + url.search + url.hash : home
  } catch {
    return home
  }
}
