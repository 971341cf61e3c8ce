import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'

export function Later({ children, after = 150 }: { children: ReactNode; after?: number }) {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), after)
    return () => clearTimeout(timer)
  }, [after])
  return due ? children : null
}
