import { useEffect, useState } from 'react'

/** True once something has gone on for so long, milliseconds; it is waited for all the same (R202). */
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
