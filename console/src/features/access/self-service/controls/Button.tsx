import type { ButtonHTMLAttributes } from 'react'
import { joinClasses } from './control-classes.ts'
import classes from '../look/controls.module.css'

type Kind = 'primary' | 'plain' | 'link'

export function Button({
  kind = 'plain',
  busy = false,
  children,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { kind?: Kind; busy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      className={joinClasses(classes[kind])}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
    >
      {busy && <span className={joinClasses(classes.waiting)} aria-hidden />}
      {children}
    </button>
  )
}
