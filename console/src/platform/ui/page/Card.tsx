import { Box } from '@mantine/core'
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
    <section
      className={`cv-column cv-box ${classes.card}`}
      aria-labelledby={title ? id : undefined}
      data-flush={flush || undefined}
    >
      {title && (
        <div className={`cv-line cv-muted ${classes.cardHead}`}>
          <h2 id={id} className="cv-heading">
            {title}
          </h2>
          {right}
        </div>
      )}
      <Box className={classes.cardBody} {...(flush && { p: 0 })}>
        {children}
      </Box>
    </section>
  )
}

export function Facts({ of }: { of: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={`cv-stack ${classes.facts}`}>
      {of.map(([label, value]) => (
        <div key={label}>
          <dt className="cv-muted">{label}</dt>
          <Box component="dd" className="cv-wrap" miw={0}>
            {value}
          </Box>
        </div>
      ))}
    </dl>
  )
}
