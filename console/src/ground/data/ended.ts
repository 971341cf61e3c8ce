const name = 'signedOutBecause'

/** Keeps why the session ended for the sign-in page, which is another document. */
export const noteEnd = (why: string): void => sessionStorage.setItem(name, why)

/** Why the last session ended, told once; null where there is nothing to tell. */
export function takeEnd(): string | null {
  const why = sessionStorage.getItem(name)
  sessionStorage.removeItem(name)
  return why
}
