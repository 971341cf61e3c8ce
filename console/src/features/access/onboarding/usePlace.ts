import { useSyncExternalStore } from 'react'

const moved = 'onboarding:moved'

function follow(changed: () => void) {
  window.addEventListener('popstate', changed)
  window.addEventListener(moved, changed)
  return () => {
    window.removeEventListener('popstate', changed)
    window.removeEventListener(moved, changed)
  }
}

/** The path of the page and a way to another one that Back comes back from; this page has no router. */
export function usePlace(): [path: string, go: (path: string) => void] {
  const path = useSyncExternalStore(follow, () => window.location.pathname)
  const go = (to: string) => {
    window.history.pushState(null, '', to)
    window.dispatchEvent(new Event(moved))
  }
  return [path, go]
}
