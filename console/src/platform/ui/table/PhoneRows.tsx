import { Box, Checkbox, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { linkTo } from './row-link.ts'
import type { PhoneRow } from './table-columns.ts'
import type { Selection } from './useSelection.ts'
import classes from './phone.module.css'

const body = `cv-fill cv-wrap ${classes.body}`

export interface PhoneRowsProps<T extends { id: string }> {
  label: string
  rows: readonly T[]
  rowName: (row: T) => string
  lines: (row: T) => PhoneRow
  selection?: Selection<T>
  open?: (row: T) => void
  to?: (row: T) => string
  expand?: (row: T) => ReactNode
  rowMenu?: (row: T) => ReactNode
}

export function PhoneRows<T extends { id: string }>({
  label,
  rows,
  rowName,
  lines,
  selection,
  open,
  to,
  expand,
  rowMenu,
}: PhoneRowsProps<T>) {
  const [opened, setOpened] = useState<string | null>(null)
  const enter = open ?? (expand && ((row: T) => setOpened(opened === row.id ? null : row.id)))
  return (
    <ul aria-label={label}>
      {rows.map(row => {
        const { name, status, second, secondRight, third } = lines(row)
        const both = (
          <>
            <span className={classes.line}>
              <strong>{name}</strong>
              <span>{status}</span>
            </span>
            <span className={`cv-muted ${classes.line}`}>
              <span>{second}</span>
              <span>{secondRight}</span>
            </span>
            {Boolean(third) && <span>{third}</span>}
          </>
        )
        return (
          <Box
            component="li"
            key={row.id}
            className={`cv-row ${classes.row}`}
            {...(selection?.has(row.id) && { bg: 'var(--cv-selected)' })}
          >
            {selection && (
              <Checkbox
                className={classes.tick}
                size="sm"
                aria-label={t('Select {name}', { name: rowName(row) })}
                checked={selection.has(row.id)}
                onChange={() => selection.turn(row, rows)}
              />
            )}
            {to ? (
              <Link {...linkTo(to(row))} className={body}>
                {both}
              </Link>
            ) : enter ? (
              <UnstyledButton
                className={body}
                aria-expanded={expand && !open ? opened === row.id : undefined}
                onClick={() => enter(row)}
              >
                {both}
              </UnstyledButton>
            ) : (
              <div className={body}>{both}</div>
            )}
            {enter && <IconChevronRight size={18} stroke={1.7} color="var(--cv-text-3)" aria-hidden />}
            {!enter && rowMenu?.(row)}
            {expand && opened === row.id && <div className={classes.evidence}>{expand(row)}</div>}
          </Box>
        )
      })}
    </ul>
  )
}
