import type { ReactNode } from 'react'
import classes from './bits.module.css'

/** A short word on its tint: Imported, Default, Overdue. */
export function Tag({
  tone = 'mute',
  icon,
  children,
}: {
  tone?: 'mute' | 'accent' | 'ok' | 'warn' | 'bad'
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {icon}
      {children}
    </span>
  )
}

/** A key of the keyboard. */
export const Key = ({ children }: { children: string }) => <kbd className={classes.key}>{children}</kbd>
