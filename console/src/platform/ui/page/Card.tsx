import type { ReactNode } from 'react'
import { useId } from 'react'
import classes from './page.module.css'

export function Card({
  title,
  right,
  flush = false,
  children,
}: {
  title?: string
  right?: ReactNode
  flush?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={title ? id : undefined} data-flush={flush || undefined}>
      {title && (
        <div className={classes.cardHead}>
          <h2 id={id}>{title}</h2>
          {right}
        </div>
      )}
      <div className={classes.cardBody}>{children}</div>
    </section>
  )
}

export function Facts({ of }: { of: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {of.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
