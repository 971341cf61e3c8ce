// The names are fixed (R26). Each tab has its own session because sessionStorage is not shared between tabs.
const names = {
  access: 'accessToken',
  refresh: 'refreshToken',
  interim: 'Authorization',
  directory: 'directoryToken',
  enrolling: 'enrollmentSessionToken',
} as const

export type TokenName = keyof typeof names

/** This tab's stored value; null if absent. */
export const storedToken = (name: TokenName): string | null => sessionStorage.getItem(names[name])

export function keep(name: TokenName, value: string | null): void {
  if (value === null) sessionStorage.removeItem(names[name])
  else sessionStorage.setItem(names[name], value)
}

/** Stores the tokens of a new sign-in and deletes the interim session (R16). */
export function keepTokens(tokens: { accessToken: string; refreshToken: string }): void {
  keep('access', tokens.accessToken)
  keep('refresh', tokens.refreshToken)
  keep('interim', null)
}

const tabs = 'tabs'

export function tokenFamily(): string {
  const known = sessionStorage.getItem(tabs) ?? crypto.randomUUID()
  sessionStorage.setItem(tabs, known)
  return known
}

export const joinFamily = (of: string): void => sessionStorage.setItem(tabs, of)

/** Deletes all session data (R26). */
export function forgetAll(): void {
  sessionStorage.removeItem(tabs)
  for (const name of Object.keys(names) as TokenName[]) keep(name, null)
}
