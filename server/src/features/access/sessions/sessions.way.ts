import { type WayIn, waysIn } from '@claviger/contract/decide/policy-content'

/** The sign-in method of a session, as access policies name it. */
export function wayOf({ method, way }: { method: string; way: string | null }): WayIn | null {
  // A badge opens a session only with its PIN
  const named = way === 'badge' ? 'badge-pin' : (way ?? method)
  return waysIn.find(one => one === named) ?? null
}
