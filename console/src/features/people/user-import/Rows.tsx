import { userImport } from '@claviger/contract/people/user-import'
import type { ImportField, ImportRow, UserImport } from '@claviger/contract/people/user-import'
import { msg, t } from '../../../ground/text/text.ts'
import { Status } from '../../../ground/ui/bits/Status.tsx'
import { ListPage } from '../../../ground/ui/list/ListPage.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import type { Column, PhoneRow } from '../../../ground/ui/table/columns.ts'
import { reasonOf } from '../bulk-runs/words.ts'
import { lookOf } from './Boxes.tsx'
import classes from '../../work/imports/import.module.css'

function Result({ row, of }: { row: ImportRow; of: UserImport }) {
  const { word, shape, tone } = lookOf(row.outcome, of)
  return (
    <Status shape={shape} tone={tone}>
      {word}
    </Status>
  )
}

const cellOf = (of: UserImport, field: ImportField) => (row: ImportRow) => row.cells[of.mapping.indexOf(field)] ?? ''
const nameOf = (of: UserImport) => (row: ImportRow) =>
  `${cellOf(of, 'firstName')(row)} ${cellOf(of, 'lastName')(row)}`.trim() || '—'

const undoneWords = { removed: msg('Deleted'), 'set-back': msg('As before'), stayed: msg('Left: {reason}') }

/** What became of a row when the import was taken back. */
const undoneOf = (row: ImportRow): string =>
  row.undone === null ? '—' : t(undoneWords[row.undone], { reason: reasonOf(row.stayedFor) })

function columnsOf(of: UserImport): Column<ImportRow>[] {
  const userId = cellOf(of, 'userId')
  const name = nameOf(of)
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
      width: '120px',
      cell: row => <Result row={row} of={of} />,
      text: row => lookOf(row.outcome, of).word,
    },
    { name: 'userId', label: msg('User ID'), cell: row => userId(row) || '—', text: userId },
    ...(of.kind === 'users' ? [{ name: 'name', label: msg('Name'), cell: name, text: name }] : []),
    {
      name: 'told',
      label: of.state === 'done' || of.state === 'stopped' ? msg('What happened') : msg('What will happen'),
      cell: row => <span className={row.outcome === 'refused' ? classes.wrong : undefined}>{row.told ?? '—'}</span>,
      text: row => row.told ?? '',
    },
    ...(of.undo ? [{ name: 'undone', label: msg('Taken back'), cell: undoneOf, text: undoneOf }] : []),
  ]
}

const linesOf =
  (of: UserImport) =>
  (row: ImportRow): PhoneRow => ({
    name: `${row.row} · ${cellOf(of, 'userId')(row)}`,
    status: <Result row={row} of={of} />,
    second: row.told,
  })

const outcomes = ['new', 'update', 'same', 'refused']

/** The rows of the file, each with what will happen or happened to it. */
export function Rows({ of }: { of: UserImport }) {
  const options = outcomes.map(value => ({ value, label: lookOf(value, of).word }))
  return (
    <ListPage
      of={userImport.rows}
      noun={t('rows')}
      fixed={{ id: of.id }}
      columns={columnsOf(of)}
      search={t('Search rows…')}
      filters={[{ name: 'outcome', label: t('Result'), options }]}
      rowName={({ row }) => t('Row {row}', { row: String(row) })}
      phone={linesOf(of)}
      empty={<EmptyState title={t('No rows')} />}
    />
  )
}
