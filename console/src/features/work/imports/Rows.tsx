import { msg, t } from '../../../ground/text/text.ts'
import { Status } from '../../../ground/ui/bits/Status.tsx'
import { ListPage } from '../../../ground/ui/list/ListPage.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import type { Column, PhoneRow } from '../../../ground/ui/table/columns.ts'
import { type FileRow, isOver, type RowText, type Step } from './kind.ts'
import classes from './import.module.css'

const textual = (column: RowText<FileRow>): Column<FileRow> => ({
  name: column.name,
  label: column.label,
  cell: row => column.of(row) || '—',
  text: row => column.of(row),
})

/** The rows of a file, each with what will happen or happened to it. */
export function Rows({ kind: { calls, rows, undo }, of }: Step) {
  const lookOf = (row: FileRow) => rows.look(of, row[rows.by] ?? null)
  const drawn = (row: FileRow) => {
    const { word, ...shown } = lookOf(row)
    return <Status {...shown}>{word}</Status>
  }
  const takenBack = ({ undone, stayedFor }: FileRow) =>
    undone === null ? '' : t(undo.words[undone] ?? '', { reason: undo.reasonOf(stayedFor ?? '') })
  const columns: Column<FileRow>[] = [
    {
      name: 'row',
      label: msg('Row'),
      width: '64px',
      fixed: true,
      cell: row => <span className="cv-number">{row.row}</span>,
      text: row => String(row.row),
    },
    { name: 'result', label: msg('Result'), width: '140px', cell: drawn, text: row => lookOf(row).word },
    ...rows.about(of).map(textual),
    {
      name: 'told',
      label: isOver(of.state) ? msg('What happened') : msg('What will happen'),
      cell: row => <span className={rows.isRefused(row) ? classes.wrong : undefined}>{row.told ?? '—'}</span>,
      text: row => row.told ?? '',
    },
    ...(rows.more?.(of) ?? []).map(textual),
    ...(of.undo ? [textual({ name: 'undone', label: msg('Taken back'), of: takenBack })] : []),
  ]
  const lines = (row: FileRow): PhoneRow => ({
    name: `${row.row} · ${rows.name(of, row) || '—'}`,
    status: drawn(row),
    second: row.told,
  })
  const outcomes = rows.boxes(of).flatMap(({ outcome }) => outcome ?? [])
  return (
    <ListPage
      of={calls.rows}
      noun={t('rows')}
      fixed={{ id: of.id }}
      columns={columns}
      search={t(rows.search)}
      filters={[
        {
          name: rows.by,
          label: t('Result'),
          options: outcomes.map(value => ({ value, label: rows.look(of, value).word })),
        },
      ]}
      rowName={({ row }) => t('Row {row}', { row: String(row) })}
      phone={lines}
      empty={<EmptyState title={t('No rows')} />}
    />
  )
}
