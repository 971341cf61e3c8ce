import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import classes from './page.module.css'

export interface PageHeadProps {
  title: string
  beside?: ReactNode
  under?: ReactNode
  actions?: ReactNode
  picture?: ReactNode
}

export function PageHead({ title, beside, under, actions, picture }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} · Claviger`
  }, [title])
  return (
    <header className={classes.head} data-picture={picture ? true : undefined}>
      {picture}
      <Box flex={1} miw={0}>
        <div className={classes.titleRow}>
          <h1 className={classes.title}>{title}</h1>
          {beside}
        </div>
        {under && <div className={classes.under}>{under}</div>}
      </Box>
      {actions && <div className={`cv-ends ${classes.actions ?? ''}`}>{actions}</div>}
    </header>
  )
}
