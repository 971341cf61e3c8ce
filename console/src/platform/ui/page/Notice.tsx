import { IconAlertCircle, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './page.module.css'

const icons = { info: IconInfoCircle, warning: IconAlertTriangle, error: IconAlertCircle }

/** A permanent message on the page: information, a pending decision, or an error. */
export function Notice({ level = 'info', children }: { level?: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[level]
  return (
    <div className={classes.notice} data-level={level} role={level === 'error' ? 'alert' : undefined}>
      <Icon size={18} stroke={1.7} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
