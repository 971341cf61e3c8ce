const home = '/dashboard'
/** The one page before the frame that asks who is signed in. */
const afterSignIn = '/auth/delegated'

/** Sign-in's address with the way back to `here`; an earlier redirectUrl in it is dropped first (R23). */
export function signInFrom(here: string): string {
  const url = new URL(here)
  url.searchParams.delete('redirectUrl')
  return `/auth/sign-in?redirectUrl=${encodeURIComponent(url.href)}`
}

/** Where to go after sign-in: the way back when it is of this page's own origin, else home (R24, decision G16). */
export function wayBack(search: string, origin: string): string {
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
