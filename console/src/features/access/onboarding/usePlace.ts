import { startTransition, useEffect, useState } from 'react'

const here = () => window.location.pathname

/** The path of the page and a way to another one that Back comes back from; this page has no router. */
export function usePlace(): [path: string, go: (path: string) => void] {
  const [path, setPath] = useState(here)
  // The step that is open stays until the file of the next one is there
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
