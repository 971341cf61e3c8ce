// The names are fixed (R26). A tab has its own session: sessionStorage is not shared between tabs.
const names = {
  access: 'accessToken',
  refresh: 'refreshToken',
  interim: 'Authorization',
  directory: 'directoryToken',
  enrolling: 'enrollmentSessionToken',
} as const

export type TokenName = keyof typeof names

/** What this tab holds; null when absent. */
export const held = (name: TokenName): string | null => sessionStorage.getItem(names[name])

/** Keeps one value, or forgets it when given null. */
export function keep(name: TokenName, value: string | null): void {
  if (value === null) sessionStorage.removeItem(names[name])
  else sessionStorage.setItem(names[name], value)
}

/** Stores the tokens of a fresh sign-in and forgets the interim session (R16). */
export function keepTokens(tokens: { accessToken: string; refreshToken: string }): void {
  keep('access', tokens.accessToken)
  keep('refresh', tokens.refreshToken)
  keep('interim', null)
}

const tabs = 'tabs'

/** What the tabs that one sign-in opened have in common. */
export function family(): string {
  const known = sessionStorage.getItem(tabs) ?? crypto.randomUUID()
  sessionStorage.setItem(tabs, known)
  return known
}

/** This tab was opened by the sign-in of another. */
export const joinFamily = (of: string): void => sessionStorage.setItem(tabs, of)

/** Forgets everything of the session (R26). */
export function forgetAll(): void {
  sessionStorage.removeItem(tabs)
  for (const name of Object.keys(names) as TokenName[]) keep(name, null)
}
