import { type PolicySignInMethod, policySignInMethods } from '@claviger/contract/decide/policy-content'

/** The sign-in method of a session, as access policies name it. */
export function methodOfSession({ method, way }: { method: string; way: string | null }): PolicySignInMethod | null {
  // A badge opens a session only with its PIN
  const named = way === 'badge' ? 'badge-pin' : (way ?? method)
  return policySignInMethods.find(one => one === named) ?? null
}
