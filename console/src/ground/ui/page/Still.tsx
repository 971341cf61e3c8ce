import type { ReactNode } from 'react'
import classes from './page.module.css'

/** Parts that stand under others: they ask at once, and are out of sight until what is above them has come, so that nothing moves. */
export const Still = ({ until, children }: { until: boolean; children: ReactNode }) => (
  <div className={classes.still} data-waits={!until || undefined}>
    {children}
  </div>
)
