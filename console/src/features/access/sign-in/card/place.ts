const name = 'claviger-card-place'

/** Where cards were last used at this computer: the address of a workspace. Empty on the first day. */
export const lastPlace = (): string => localStorage.getItem(name) ?? ''

/** Remembers the workspace; an email would tell the next person who was here. */
export function rememberPlace(where: string): void {
  if (!where.includes('@')) localStorage.setItem(name, where.trim())
}
