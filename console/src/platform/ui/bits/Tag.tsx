import type { ReactNode } from 'react'
import classes from './bits.module.css'

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
    <span className={`cv-tint ${classes.tag}`} data-tone={tone}>
      {icon}
      {children}
    </span>
  )
}

export const Key = ({ children }: { children: string }) => <kbd className={classes.key}>{children}</kbd>
