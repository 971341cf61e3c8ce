interface Browser {
  readonly userAgent: string
  readonly maxTouchPoints: number
  readonly standalone: boolean
}

/** True if this device delivers push messages only to an installed page and this page is not installed. */
export function belongsOnHomeScreen({ userAgent, maxTouchPoints, standalone }: Browser): boolean {
  // An iPad identifies as a Mac, but no Mac has a touch screen
  const apple = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
  return apple && !standalone
}

export const needsHomeScreen = (): boolean =>
  belongsOnHomeScreen({
    userAgent: navigator.userAgent,
    maxTouchPoints: navigator.maxTouchPoints,
    standalone: window.matchMedia('(display-mode: standalone)').matches,
  })
