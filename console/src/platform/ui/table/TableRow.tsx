import { ActionIcon, Checkbox } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { HTMLAttributes, MouseEvent, ReactNode, RefObject } from 'react'
import { t } from '#platform/text/text.ts'
import { linkTo } from './row-link.ts'
import type { Column } from './table-columns.ts'
import classes from './table.module.css'

export interface RowActs<T> {
  click: (event: MouseEvent<HTMLElement>, row: T) => void
  turn: (row: T, range: boolean) => void
  turnOpen: (row: T) => void
}

export interface TableRowProps<T> {
  row: T
  columns: readonly Column<T>[]
  /** The column that contains the link to the row. */
  named: string | undefined
  name: string
  address: string | undefined
  opens: boolean
  isAt: boolean
  chosen: boolean | undefined
  opened: boolean | undefined
  rowMenu: ((row: T) => ReactNode) | undefined
  moving: HTMLAttributes<HTMLElement> | undefined
  acts: RefObject<RowActs<T>>
}

function Cell({ of, to }: { of: ReactNode; to: string | undefined }) {
  const shown = typeof of === 'string' ? <span className={classes.cut}>{of}</span> : of
  if (to === undefined) return shown
  return (
    <Link {...linkTo(to)} tabIndex={-1} className={`cv-underlines ${classes.link}`}>
      {shown}
    </Link>
  )
}

function Row<T extends { id: string }>(props: TableRowProps<T>) {
  const { row, columns, named, name, address, opens, isAt, chosen, opened, rowMenu, moving, acts } = props
  const click = (event: MouseEvent<HTMLElement>) => acts.current.click(event, row)
  const Chevron = opened ? IconChevronDown : IconChevronRight
  return (
    <tr
      id={`row-${row.id}`}
      data-row={row.id}
      data-cursor={isAt || undefined}
      data-opens={opens || undefined}
      aria-selected={chosen}
      onClick={click}
      onAuxClick={click}
      {...moving}
    >
      {chosen !== undefined && (
        <td className={classes.tick}>
          <Checkbox
            size="xs"
            aria-label={t('Select {name}', { name })}
            checked={chosen}
            onChange={event => acts.current.turn(row, (event.nativeEvent as unknown as MouseEvent).shiftKey)}
          />
        </td>
      )}
      {opened !== undefined && (
        <td className={classes.tick}>
          <ActionIcon
            size="sm"
            aria-label={t('Details for {name}', { name })}
            aria-expanded={opened}
            onClick={() => acts.current.turnOpen(row)}
          >
            <Chevron size={16} aria-hidden />
          </ActionIcon>
        </td>
      )}
      {columns.map(column => (
        <td
          key={column.name}
          title={column.text?.(row)}
          data-right={column.right || undefined}
          data-name={column.fixed || undefined}
        >
          <Cell
            of={column.cell ? column.cell(row) : column.text(row) || '—'}
            to={column.name === named ? address : undefined}
          />
        </td>
      ))}
      {rowMenu && <td className={classes.menu}>{rowMenu(row)}</td>}
    </tr>
  )
}

/** Memoized: a letter in the search, a selected row, or an opened dialog doesn't render the other rows again. */
export const TableRow = memo(Row) as typeof Row
