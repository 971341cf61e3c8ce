const name = 'claviger-card-place'

/** Workspace address where a card was last used at this computer; empty if none. */
export const lastPlace = (): string => localStorage.getItem(name) ?? ''

/** Stores only the workspace: an email would reveal the user to the next person at this computer. */
export function rememberPlace(where: string): void {
  if (!where.includes('@')) localStorage.setItem(name, where.trim())
}
