import type { ReactNode } from 'react'
import classes from './page.module.css'

/** Nothing here yet: what this is, why now, and one first step. */
export function EmptyState({
  title,
  children,
  action,
  icon,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
  icon?: ReactNode
}) {
  return (
    <div className={classes.state}>
      {icon && <span className={classes.stateIcon}>{icon}</span>}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action && <div className={classes.stateActions}>{action}</div>}
    </div>
  )
}
