interface Browser {
  readonly userAgent: string
  readonly maxTouchPoints: number
  /** The page was opened from the home screen. */
  readonly standalone: boolean
}

/** Does this device take messages only from a page on its home screen, and is this one not there yet? */
export function belongsOnHomeScreen({ userAgent, maxTouchPoints, standalone }: Browser): boolean {
  // An iPad says that it is a Mac, none of which can be touched
  const apple = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
  return apple && !standalone
}

/** Does the page belong on the home screen of this browser? */
export const hereToo = (): boolean =>
  belongsOnHomeScreen({
    userAgent: navigator.userAgent,
    maxTouchPoints: navigator.maxTouchPoints,
    standalone: window.matchMedia('(display-mode: standalone)').matches,
  })
