import { Group } from '@mantine/core'
import type { Endpoint, InputOf, Schema } from '@claviger/contract/platform/endpoint'
import type { PageOf, Total } from '@claviger/contract/platform/page'
import { useMediaQuery } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { showRefusal } from '#platform/data/call.ts'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { entriesOf } from '../page/entries.ts'
import { PageHead } from '../page/PageHead.tsx'
import { Tabs } from '../page/Tabs.tsx'
import type { TabLink } from '../page/Tabs.tsx'
import { linkTo } from '../table/row-link.ts'
import { needsOf, useColumns } from '../table/table-columns.ts'
import type { Column, PhoneRow } from '../table/table-columns.ts'
import { useSelection } from '../table/useSelection.ts'
import type { Selection } from '../table/useSelection.ts'
import type { RowReordering } from '../table/useRowReordering.ts'
import { totalOf } from '#platform/text/formats.ts'
import { BulkBar } from './BulkBar.tsx'
import type { BulkAction } from './BulkBar.tsx'
import { FilterChips } from '../filters/FilterChips.tsx'
import type { FilterDefinition } from '../filters/filters.ts'
import { ListBody } from './ListBody.tsx'
import { Pager } from './Pager.tsx'
import { PhoneFilters } from '../filters/PhoneFilters.tsx'
import { SearchField, TableTools } from './Toolbar.tsx'
import type { ExportAll } from './Toolbar.tsx'
import { isNarrowed, useList } from './useList.ts'
import classes from './list.module.css'

export interface RowSelection {
  ask: Record<string, string | number | undefined>
  total: number
}

type CountsReply = { readonly _zod: { input: unknown; output: Total } }
type Counts<I extends Schema> = Endpoint<I, CountsReply>

export interface TableRow {
  id: string
  steps?: readonly { id: string }[] | undefined
}

export interface ListPageProps<T extends TableRow, I extends Schema> {
  of: Endpoint<I, { readonly _zod: { input: unknown; output: PageOf<Omit<T, 'id'>> } }>
  idOf?: (row: Omit<T, 'id'>) => string
  counts?: Endpoint<Schema, CountsReply>
  noun: string
  title?: string
  columns: readonly Column<T>[]
  rowName: (row: T) => string
  phone: (row: T) => PhoneRow
  fixed?: Record<string, unknown>
  filters?: readonly FilterDefinition[]
  views?: readonly TabLink[]
  search?: string
  sort?: string
  actions?: ReactNode
  /** Adds an entry. Give it to the empty state also: the head hides it while the list is empty. */
  add?: ReactNode
  beside?: ReactNode
  /** Between the filters and the table, for the rows that the filters leave. */
  renderAbove?: (ask: Record<string, string | number | undefined>) => ReactNode
  bulk?: (rows: readonly T[], clear: () => void, whole: RowSelection | undefined) => readonly BulkAction[]
  wholeToo?: true
  exportAll?: ExportAll
  open?: (row: T) => void
  to?: (row: T) => string
  rowMenu?: (row: T) => ReactNode
  expand?: (row: T) => ReactNode
  fresh?: readonly T[]
  moving?: RowReordering<T>
  last?: ReactNode
  empty: ReactNode
  /** Shown when the server has nothing to list from yet, which it answers with 409. */
  unavailable?: ReactNode
  every?: number
}

function rowsOf<T extends TableRow>(reply: PageOf<Omit<T, 'id'>>, idOf?: (row: Omit<T, 'id'>) => string): PageOf<T> {
  const items = idOf ? reply.items.map(row => ({ ...row, id: idOf(row) })) : reply.items
  return { ...reply, items: items as T[] }
}

const idsOf = (rows: readonly TableRow[]) => rows.flatMap(({ id, steps = [] }) => [id, ...steps.map(step => step.id)])

function withFresh<T extends TableRow>(reply: PageOf<T>, fresh: readonly T[] = []): PageOf<T> {
  const known = new Set(idsOf(reply.items))
  const added = fresh.filter(({ id }) => !known.has(id))
  if (added.length === 0) return reply
  const within = new Set(added.flatMap(({ steps = [] }) => steps.map(({ id }) => id)))
  const items = [...added, ...reply.items.filter(({ id }) => !within.has(id))]
  return { ...reply, items, total: reply.total + idsOf(items).length - known.size }
}

const withTotal = <T,>(reply: PageOf<T> | undefined, counted: Total | undefined) =>
  reply && counted ? { ...reply, total: counted.total, totalIs: counted.totalIs } : reply

/** Some languages begin with the noun, which is lower case within a sentence. */
function searchFor(noun: string): string {
  const words = t('Search {noun}', { noun })
  return words.charAt(0).toLocaleUpperCase() + words.slice(1)
}

const everything = <T,>(selection: Selection<T>, leave: () => void): Selection<T> => ({
  rows: selection.rows,
  has: () => true,
  turn: leave,
  turnAll: leave,
  clear: leave,
})

export function ListPage<T extends TableRow, I extends Schema>(props: ListPageProps<T, I>) {
  const { of, noun, title, columns, filters = [], views, fixed = {}, bulk, to, every } = props
  const go = useNavigate()
  const phone = useMediaQuery('(max-width: 767px)', window.innerWidth < 768, { getInitialValueInEffect: false })
  const list = useList(
    filters.map(({ name }) => name),
    props.sort ?? null,
  )
  const shown = useColumns(of.feature, columns)
  const selection = useSelection<T>()
  const also = needsOf(shown.shown)
  const read = useRead(of, { ...fixed, ...list.ask, ...(also !== '' && { also }) } as InputOf<I>, {
    keepEarlier: true,
    quiet: true,
    ignoreConflict: props.unavailable !== undefined,
    ...(every === undefined ? {} : { every }),
  })
  // Without earlier rows, the error is shown in their place
  const failed = read.isRefetchError ? read.error : null
  useEffect(() => {
    if (failed) showRefusal(failed)
  }, [failed])
  const [idOf] = useState(() => props.idOf)
  const fresh = list.page === 1 ? props.fresh : undefined
  const answered = useMemo(() => read.data && withFresh<T>(rowsOf(read.data, idOf), fresh), [read.data, idOf, fresh])
  const { page: _page, pageSize: _size, after: _after, sort: _sort, order: _order, ...narrowing } = list.ask
  const late = props.counts !== undefined && answered?.totalIs === 'at least' && !read.isPlaceholderData
  const counted = useRead((props.counts ?? of) as Counts<I>, { ...fixed, ...narrowing } as InputOf<I>, {
    when: late,
    quiet: true,
  })
  const total = late ? counted.data : undefined
  const known = useMemo(() => withTotal(answered, total), [answered, total])
  // Deferred, so that rows render in interruptible slices and input stays responsive
  const reply = useDeferredValue(known)
  const entries = isNarrowed(list) ? 'some' : entriesOf({ data: reply, isError: read.isError })
  const matching = JSON.stringify(narrowing)
  const [wholeOf, setWholeOf] = useState<string | null>(null)
  const whole = wholeOf === matching && selection.rows.length > 0
  const leave = () => {
    setWholeOf(null)
    selection.clear()
  }
  const body = {
    ...props,
    ...(to ? { open: (row: T) => void go(linkTo(to(row))) } : {}),
    list,
    phone,
    lines: props.phone,
    selection: bulk ? (whole ? everything(selection, leave) : selection) : undefined,
    shown: shown.shown,
  }

  const wholeBar =
    props.wholeToo && reply && reply.total > selection.rows.length && reply.total > reply.items.length
      ? {
          on: whole,
          words: totalOf(reply),
          choose: () => setWholeOf(matching),
        }
      : undefined
  const selectAll = () => {
    const items = reply?.items ?? []
    if (items.some(({ id }) => !selection.has(id))) selection.turnAll(items)
    wholeBar?.choose()
  }

  return (
    <div className={`cv-column ${classes.list}`}>
      {title && (
        <PageHead title={title} beside={props.beside} actions={props.actions} add={props.add} entries={entries} />
      )}
      {views && views.length > 0 && <Tabs of={views} label={t('Views of {noun}', { noun })} />}
      <div className={`cv-row ${classes.tools}`}>
        {props.search && <SearchField list={list} placeholder={phone ? searchFor(noun) : props.search} phone={phone} />}
        {filters.length > 0 &&
          (phone ? <PhoneFilters filters={filters} list={list} /> : <FilterChips filters={filters} list={list} />)}
        {!phone && (
          <Group gap={4} align="stretch" wrap="nowrap" ms="auto">
            <TableTools
              noun={noun}
              rows={reply?.items ?? []}
              columns={columns}
              shown={shown}
              all={props.exportAll && (format => props.exportAll?.(format, list.ask))}
            />
          </Group>
        )}
      </div>
      {props.renderAbove?.(narrowing)}
      <div className={`cv-column cv-box ${classes.box}`} aria-busy={read.isFetching}>
        {read.isFetching && reply && <div className={classes.progress} aria-hidden />}
        <ListBody
          {...body}
          {...(bulk ? { selectAll } : {})}
          reply={reply}
          fault={read.error}
          retry={() => void read.refetch()}
        />
        {bulk && selection.rows.length > 0 && (
          <BulkBar
            chosen={selection.rows.length}
            actions={bulk(selection.rows, leave, whole && reply ? { ask: narrowing, total: reply.total } : undefined)}
            clear={leave}
            whole={wholeBar}
            phone={phone}
          />
        )}
        {reply && (reply.items.length > 0 || list.page > 1) && (
          <Pager list={list} reply={reply} counting={late && counted.isPending} />
        )}
      </div>
    </div>
  )
}
