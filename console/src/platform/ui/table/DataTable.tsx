import { Checkbox, UnstyledButton } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Fragment, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { type RowActs, TableRow } from './TableRow.tsx'
import type { Column } from './table-columns.ts'
import { useCursor } from './useCursor.ts'
import { type RowReordering, useRowReordering } from './useRowReordering.ts'
import type { Selection } from './useSelection.ts'
import classes from './table.module.css'

export interface Sorting {
  by: string | null
  order: 'asc' | 'desc'
  change: (by: string) => void
}

export interface DataTableProps<T extends { id: string }> {
  label: string
  rows: readonly T[]
  columns: readonly Column<T>[]
  rowName: (row: T) => string
  sorting?: Sorting
  selection?: Selection<T>
  selectAll?: () => void
  open?: (row: T) => void
  to?: (row: T) => string
  rowMenu?: (row: T) => ReactNode
  expand?: (row: T) => ReactNode
  moving?: RowReordering<T>
  more?: boolean
}

function Head<T>({ column, sorting }: { column: Column<T>; sorting: Sorting | undefined }) {
  const sorted = sorting?.by === column.name ? sorting.order : null
  const Arrow = sorted === 'desc' ? IconArrowDown : IconArrowUp
  const style = column.width === undefined ? undefined : { width: column.width }
  if (!column.sort || !sorting)
    return (
      <th scope="col" style={style} data-right={column.right || undefined}>
        {t(column.label)}
      </th>
    )
  return (
    <th
      scope="col"
      style={style}
      data-right={column.right || undefined}
      aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none'}
    >
      <UnstyledButton className={classes.sort} onClick={() => sorting.change(column.name)}>
        {t(column.label)}
        <Arrow size={14} stroke={1.8} aria-hidden data-shown={sorted !== null || undefined} />
      </UnstyledButton>
    </th>
  )
}

export function DataTable<T extends { id: string }>(props: DataTableProps<T>) {
  const { label, rows, columns, rowName, sorting, selection, open, to, rowMenu, expand } = props
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const turnOpen = (row: T) => {
    const next = new Set(opened)
    if (!next.delete(row.id)) next.add(row.id)
    setOpened(next)
  }
  const enter = open ?? (expand ? turnOpen : undefined)
  const cursor = useCursor<T>({
    rows,
    open: enter,
    select: selection && (row => selection.turn(row, rows)),
    clear: selection?.clear,
    all: props.selectAll,
  })
  const moving = useRowReordering(rows, props.moving, props.more === true)
  const named = columns.find(({ fixed }) => fixed) ?? columns[0]
  const chosen = selection ? rows.filter(row => selection.has(row.id)).length : 0
  const width = columns.length + (selection ? 1 : 0) + (rowMenu ? 1 : 0) + (expand ? 1 : 0)

  const newest: RowActs<T> = {
    click(event, row) {
      cursor.put(row.id)
      const within = (event.target as HTMLElement).closest('a, button, input, label') !== null
      if (within || window.getSelection()?.toString()) return
      if (to && (event.button === 1 || event.ctrlKey || event.metaKey)) window.open(to(row), '_blank', 'noopener')
      else if (event.button === 0) enter?.(row)
    },
    turn: (row, range) => selection?.turn(row, rows, range),
    turnOpen,
  }
  const acts = useRef(newest)
  useLayoutEffect(() => {
    acts.current = newest
  })

  return (
    <table
      // The box around it shows the ring: the table itself is larger than what is seen
      className={`cv-ringless ${classes.table}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid takes the focus as one thing and is walked by keys; a plain table would need a stop for each row
      role="grid"
      aria-label={label}
      aria-multiselectable={selection ? true : undefined}
      aria-activedescendant={cursor.at === null ? undefined : `row-${cursor.at}`}
      tabIndex={0}
      onKeyDown={event => {
        if (!moving.press(event, cursor.at)) cursor.press(event)
      }}
    >
      <thead>
        <tr>
          {selection && (
            <th scope="col" className={classes.tick}>
              <Checkbox
                size="xs"
                aria-label={t('Select all on this page')}
                checked={rows.length > 0 && chosen === rows.length}
                indeterminate={chosen > 0 && chosen < rows.length}
                onChange={() => selection.turnAll(rows)}
              />
            </th>
          )}
          {expand && (
            <th scope="col" className={classes.tick}>
              <span className="cv-hidden">{t('Details')}</span>
            </th>
          )}
          {columns.map(column => (
            <Head key={column.name} column={column} sorting={sorting} />
          ))}
          {rowMenu && (
            <th scope="col" className={classes.menu}>
              <span className="cv-hidden">{t('Actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <Fragment key={row.id}>
            <TableRow
              row={row}
              columns={columns}
              named={named?.name}
              name={rowName(row)}
              address={to?.(row)}
              opens={enter !== undefined}
              isAt={cursor.at === row.id}
              chosen={selection?.has(row.id)}
              opened={expand && opened.has(row.id)}
              rowMenu={rowMenu}
              moving={moving.of?.(row)}
              acts={acts}
            />
            {expand && opened.has(row.id) && (
              <tr className={classes.evidence}>
                <td colSpan={width}>{expand(row)}</td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}
