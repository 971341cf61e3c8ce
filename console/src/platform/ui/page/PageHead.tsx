import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import type { Entries } from './entries.ts'
import classes from './page.module.css'

export interface PageHeadProps {
  title: string
  beside?: ReactNode
  under?: ReactNode
  actions?: ReactNode
  /** Adds an entry of the page. */
  add?: ReactNode
  /** Without entries, only the empty state shows `add`: two buttons of one name would be ambiguous. */
  entries?: Entries
  picture?: ReactNode
}

export function PageHead({ title, beside, under, actions, add, entries = 'some', picture }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} · Claviger`
  }, [title])
  return (
    <header className={classes.head} data-picture={picture ? true : undefined}>
      {picture}
      <Box flex={1} miw={0}>
        <div className={`cv-row ${classes.titleRow}`}>
          <h1 className={`cv-wrap ${classes.title}`}>{title}</h1>
          {beside}
        </div>
        {under && <div className={`cv-row cv-quiet ${classes.under}`}>{under}</div>}
      </Box>
      {(actions || add) && (
        <div className={`cv-ends ${classes.actions ?? ''}`}>
          {actions}
          {/* Not removed, because its dialog can be open. Unseen, it keeps its place: on a phone the list would move up,
          and a click can't lose its button when the list turns out to be empty */}
          {add && (
            <Box
              component="span"
              display="contents"
              className={`${entries === 'some' ? '' : 'cv-unseen'} ${entries === 'none' ? 'cv-only-on-phone' : ''}`}
            >
              {add}
            </Box>
          )}
        </div>
      )}
    </header>
  )
}
