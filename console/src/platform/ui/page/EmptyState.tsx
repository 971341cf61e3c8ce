import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './page.module.css'

export function EmptyState({
  title,
  children,
  action,
  icon: Picture,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
  icon?: Icon
}) {
  return (
    <div className={classes.state}>
      {Picture && (
        <span className={classes.stateIcon}>
          <Picture size={26} stroke={1.6} aria-hidden />
        </span>
      )}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action && <div className={classes.stateActions}>{action}</div>}
    </div>
  )
}
