import { type ReactNode, useEffect, useState } from 'react'
import classes from './page.module.css'

/** Who has waited for so long would rather see something move than nothing; in milliseconds. */
const longest = 8000

/**
 * Parts that stand under others: they ask at once, and are out of sight until what is above them has come, so that
 * nothing moves. What does not come holds them back for eight seconds.
 */
export function Still({ until, children }: { until: boolean; children: ReactNode }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (until) return undefined
    const timer = setTimeout(() => setLate(true), longest)
    return () => clearTimeout(timer)
  }, [until])
  return (
    <div className={classes.still} data-waits={(!until && !late) || undefined}>
      {children}
    </div>
  )
}
