import { useEffect } from 'react'

const everyMilliseconds = 700

/** Polls while the server works on something. */
export function useAgain(busy: boolean, ask: () => Promise<unknown>): void {
  useEffect(() => {
    if (!busy) return
    const timer = setInterval(() => void ask(), everyMilliseconds)
    return () => clearInterval(timer)
  }, [busy, ask])
}
