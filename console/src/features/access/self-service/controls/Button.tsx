import type { ButtonHTMLAttributes } from 'react'
import { Spinner } from './Spinner.tsx'
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
      className={classes[kind]}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
