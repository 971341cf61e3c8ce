import { fieldsOfColumn, type importStates } from '@claviger/contract/work/imports'
import type { Schema } from '@claviger/contract/ground/endpoint'
import { msg, t } from '../../../ground/text/text.ts'
import { type Look, Status } from '../../../ground/ui/bits/Status.tsx'
import { ListPage, type ListPageProps } from '../../../ground/ui/list/ListPage.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import type { Column, PhoneRow } from '../../../ground/ui/table/columns.ts'
import classes from './import.module.css'

type State = (typeof importStates)[number]

/** Whether it is told what became of the rows, and no longer what will. */
export const isOver = (state: State): boolean => state === 'done' || state === 'stopped'

/** How a row looks that had no turn yet. */
export const waits = (state: State): Look => ({
  word: state === 'stopped' ? t('Not reached') : t('Waiting'),
  shape: 'quarter',
  tone: 'mute',
})

/** Which column of the file has a field; -1 where none has it. */
export const placeOf = ({ mapping }: { mapping: readonly string[] }, field: string): number =>
  mapping.findIndex(column => fieldsOfColumn(column).includes(field))

interface FileRow {
  id: string
  row: number
  told: string | null
}

interface RowsProps<Row extends FileRow, I extends Schema> {
  of: { id: string; state: State }
  calls: { rows: ListPageProps<Row, I>['of'] }
  /** What the address calls the outcome, and which there are. */
  by: string
  outcomes: readonly string[]
  outcomeOf: (row: Row) => string | null
  isRefused: (row: Row) => boolean
  look: (outcome: string | null) => Look
  search: string
  /** Who or what the row is about; in the table and beside its number on a phone. */
  about: readonly Column<Row>[]
  name: (row: Row) => string
  /** What else became of it. */
  more: readonly Column<Row>[]
}

function Result({ of: { word, shape, tone } }: { of: Look }) {
  return (
    <Status shape={shape} tone={tone}>
      {word}
    </Status>
  )
}

function columnsOf<Row extends FileRow, I extends Schema>(given: RowsProps<Row, I>): Column<Row>[] {
  const { of, outcomeOf, isRefused, look, about, more } = given
  return [
    {
      name: 'row',
      label: msg('Row'),
      width: '64px',
      fixed: true,
      cell: row => <span className="cv-number">{row.row}</span>,
      text: row => String(row.row),
    },
    {
      name: 'result',
      label: msg('Result'),
      width: '140px',
      cell: row => <Result of={look(outcomeOf(row))} />,
      text: row => look(outcomeOf(row)).word,
    },
    ...about,
    {
      name: 'told',
      label: isOver(of.state) ? msg('What happened') : msg('What will happen'),
      cell: row => <span className={isRefused(row) ? classes.wrong : undefined}>{row.told ?? '—'}</span>,
      text: row => row.told ?? '',
    },
    ...more,
  ]
}

const linesOf =
  <Row extends FileRow, I extends Schema>({ look, outcomeOf, name }: RowsProps<Row, I>) =>
  (row: Row): PhoneRow => ({
    name: `${row.row} · ${name(row)}`,
    status: <Result of={look(outcomeOf(row))} />,
    second: row.told,
  })

/** The rows of a file, each with what will happen or happened to it. */
export function Rows<Row extends FileRow, I extends Schema>(given: RowsProps<Row, I>) {
  const { of, calls, by, outcomes, look, search } = given
  return (
    <ListPage
      of={calls.rows}
      noun={t('rows')}
      fixed={{ id: of.id }}
      columns={columnsOf(given)}
      search={search}
      filters={[{ name: by, label: t('Result'), options: outcomes.map(value => ({ value, label: look(value).word })) }]}
      rowName={({ row }) => t('Row {row}', { row: String(row) })}
      phone={linesOf(given)}
      empty={<EmptyState title={t('No rows')} />}
    />
  )
}
