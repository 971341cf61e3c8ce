import { startTransition, useEffect, useState } from 'react'

const here = () => window.location.pathname

/** The page's path and a function that pushes another one to the history; this page has no router. */
export function usePlace(): [path: string, go: (path: string) => void] {
  const [path, setPath] = useState(here)
  // Keeps the current step visible until the next step's file has loaded
  const follow = () => startTransition(() => setPath(here()))
  useEffect(() => {
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  })
  const go = (to: string) => {
    window.history.pushState(null, '', to)
    follow()
  }
  return [path, go]
}
