import type { PageMemo } from '../state/memo.ts'

// Everything is stored per tab, because these pages are used on shared computers.
const sessionAs = 'enrollmentSessionToken'
const memoAs = 'selfServiceMemo'

export const keptSession = (): string | null => sessionStorage.getItem(sessionAs)
export const keepSession = (session: string): void => sessionStorage.setItem(sessionAs, session)

/** The memo written before the user left for a sign-in; null if missing or unreadable. */
export function keptMemo(): PageMemo | null {
  try {
    return JSON.parse(sessionStorage.getItem(memoAs) ?? 'null') as PageMemo | null
  } catch {
    return null
  }
}

export const keepMemo = (memo: PageMemo): void => sessionStorage.setItem(memoAs, JSON.stringify(memo))
export const dropMemo = (): void => sessionStorage.removeItem(memoAs)

/** Deletes the session and the memo; `all` deletes everything stored in this tab. */
export function forget(all: boolean): void {
  if (all) return sessionStorage.clear()
  sessionStorage.removeItem(sessionAs)
  dropMemo()
}
