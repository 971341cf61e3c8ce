const name = 'signedOutBecause'

export const storeSessionEndReason = (why: string): void => sessionStorage.setItem(name, why)

/** Takes the reason why the last session ended; null if there is none or it was shown already. */
export function takeSessionEndReason(): string | null {
  const why = sessionStorage.getItem(name)
  sessionStorage.removeItem(name)
  return why
}
