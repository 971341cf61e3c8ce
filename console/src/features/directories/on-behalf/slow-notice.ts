import { useEffect, useState } from 'react'

/** True once `busy` has lasted for `after` milliseconds; the operation continues (R202). */
export function useSlow(busy: boolean, after = 8000): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!busy) return undefined
    const timer = setTimeout(() => setSlow(true), after)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [busy, after])
  return slow
}
