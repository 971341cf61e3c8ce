import type { PageOf } from '@claviger/contract/platform/page'
import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CallError } from '#platform/data/refusal.ts'
import { t } from '#platform/text/text.ts'
import { EmptyState } from '../page/EmptyState.tsx'
import { ErrorCard } from '../page/ErrorCard.tsx'
import { Later } from '../loading/Later.tsx'
import type { Column, PhoneRow } from '../table/table-columns.ts'
import { DataTable } from '../table/DataTable.tsx'
import { PhoneRows } from '../table/PhoneRows.tsx'
import type { RowReordering } from '../table/useRowReordering.ts'
import type { Selection } from '../table/useSelection.ts'
import { isNarrowed } from './useList.ts'
import type { ListState } from './useList.ts'
import classes from './list.module.css'

export interface ListBodyProps<T extends { id: string }> {
  noun: string
  list: ListState
  phone: boolean
  reply: PageOf<T> | undefined
  fault: CallError | null
  retry: () => void
  shown: readonly Column<T>[]
  selection: Selection<T> | undefined
  selectAll?: () => void
  rowName: (row: T) => string
  lines: (row: T) => PhoneRow
  open?: (row: T) => void
  to?: (row: T) => string
  rowMenu?: (row: T) => ReactNode
  expand?: (row: T) => ReactNode
  moving?: RowReordering<T>
  last?: ReactNode
  empty: ReactNode
  unavailable?: ReactNode
}

function Waiting({ noun, columns }: { noun: string; columns: number }) {
  return (
    <Later>
      <Stack gap={0} role="status" aria-label={t('Loading {noun}', { noun })}>
        {Array.from({ length: 12 }, (_, row) => (
          <div key={row} className={classes.boneRow}>
            <i />
            {Array.from({ length: Math.min(columns, 6) }, (__, cell) => (
              <span key={cell} style={{ width: `${((row * 7 + cell * 13) % 5) * 12 + 50}%` }} />
            ))}
          </div>
        ))}
      </Stack>
    </Later>
  )
}

function noMatch(noun: string, { narrowed, search }: ListState): string {
  const said = { noun, search, narrowed }
  if (search === '') return t('No {noun} match {narrowed, plural, one {# filter} other {# filters}}', said)
  if (narrowed === 0) return t('No {noun} match “{search}”', said)
  return t('No {noun} match “{search}” and {narrowed, plural, one {# filter} other {# filters}}', said)
}

export function ListBody<T extends { id: string }>(props: ListBodyProps<T>) {
  const { noun, list, reply, fault, shown, selection, empty, rowName, open, to, expand, rowMenu } = props
  if (fault?.status === 409 && props.unavailable !== undefined) return props.unavailable
  if (fault && !reply)
    return (
      <ErrorCard
        title={t("We couldn't load the {noun}", { noun })}
        fault={fault}
        retry={props.retry}
        kept={t('Your filters are kept.')}
      />
    )
  if (!reply) return <Waiting noun={noun} columns={shown.length} />
  if (reply.items.length === 0 && isNarrowed(list))
    return (
      <EmptyState title={noMatch(noun, list)} action={<Button onClick={list.clear}>{t('Clear')}</Button>}>
        {t('Try a different search term or fewer filters.')}
      </EmptyState>
    )
  if (reply.items.length === 0) return empty
  const shared = {
    label: noun,
    rows: reply.items,
    rowName,
    ...(selection ? { selection } : {}),
    ...(open ? { open } : {}),
    ...(to ? { to } : {}),
    ...(expand ? { expand } : {}),
  }
  const last = reply.next === null ? props.last : undefined
  if (props.phone)
    return (
      <>
        <PhoneRows {...shared} lines={props.lines} {...(rowMenu ? { rowMenu } : {})} />
        {last}
      </>
    )
  return (
    <div className={classes.scroll}>
      <DataTable
        {...shared}
        columns={shown}
        sorting={{ by: list.sort, order: list.order, change: list.sortBy }}
        {...(rowMenu ? { rowMenu } : {})}
        {...(props.selectAll ? { selectAll: props.selectAll } : {})}
        {...(props.moving ? { moving: props.moving, more: reply.next !== null } : {})}
      />
      {last}
    </div>
  )
}
