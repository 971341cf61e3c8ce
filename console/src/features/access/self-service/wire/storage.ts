import type { Memo } from '../state/memo.ts'

// Everything ends with the tab: these pages stand on shared computers.
const sessionAs = 'enrollmentSessionToken'
const memoAs = 'selfServiceMemo'

export const keptSession = (): string | null => sessionStorage.getItem(sessionAs)
export const keepSession = (session: string): void => sessionStorage.setItem(sessionAs, session)

/** The memo of a page that was left for a sign-in; null when there is none that can be read. */
export function keptMemo(): Memo | null {
  try {
    return JSON.parse(sessionStorage.getItem(memoAs) ?? 'null') as Memo | null
  } catch {
    return null
  }
}

export const keepMemo = (memo: Memo): void => sessionStorage.setItem(memoAs, JSON.stringify(memo))
export const dropMemo = (): void => sessionStorage.removeItem(memoAs)

/** Forgets the session and the memo; `all` everything that was ever kept in this tab. */
export function forget(all: boolean): void {
  if (all) return sessionStorage.clear()
  sessionStorage.removeItem(sessionAs)
  dropMemo()
}
