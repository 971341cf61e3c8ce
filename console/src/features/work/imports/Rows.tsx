import { msg, t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { type FileRow, isOver, type RowText, type ImportStepProps } from './import-kind.ts'

const textual = (column: RowText<FileRow>): Column<FileRow> => ({
  name: column.name,
  label: column.label,
  text: row => column.of(row),
})

function Result({ kind: { rows }, of, row }: ImportStepProps & { row: FileRow }) {
  const { word, ...shown } = rows.look(of, row[rows.by] ?? null)
  return <Status {...shown}>{word}</Status>
}

function columnsOf({ kind: { rows, undo }, kind, of }: ImportStepProps): Column<FileRow>[] {
  const takenBack = ({ undone, stayedFor }: FileRow) =>
    undone === null ? '' : t(undo.words[undone] ?? '', { reason: undo.reasonOf(stayedFor ?? '') })
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
      cell: row => <Result kind={kind} of={of} row={row} />,
      text: row => rows.look(of, row[rows.by] ?? null).word,
    },
    ...rows.about(of).map(textual),
    {
      name: 'told',
      label: isOver(of.state) ? msg('Result') : msg('Planned change'),
      cell: row => <span className={`${rows.isRefused(row) ? 'cv-bad' : undefined} cv-bad`}>{row.told ?? '—'}</span>,
      text: row => row.told ?? '',
    },
    ...(rows.more?.(of) ?? []).map(textual),
    ...(of.undo ? [textual({ name: 'undone', label: msg('Undone'), of: takenBack })] : []),
  ]
}

const linesOf =
  ({ kind, of }: ImportStepProps) =>
  (row: FileRow): PhoneRow => ({
    name: `${row.row} · ${kind.rows.name(of, row) || '—'}`,
    status: <Result kind={kind} of={of} row={row} />,
    second: row.told,
  })

export function Rows({ kind, of }: ImportStepProps) {
  const { calls, rows } = kind
  const outcomes = rows.boxes(of).flatMap(({ outcome }) => outcome ?? [])
  return (
    <ListPage
      of={calls.rows}
      noun={t('rows')}
      fixed={{ id: of.id }}
      columns={columnsOf({ kind, of })}
      search={t(rows.search)}
      filters={[
        {
          name: rows.by,
          label: t('Result'),
          options: outcomes.map(value => ({ value, label: rows.look(of, value).word })),
        },
      ]}
      rowName={({ row }) => t('Row {row}', { row: String(row) })}
      phone={linesOf({ kind, of })}
      empty={
        <EmptyState title={t('No rows')} link={{ to: kind.home, label: t('Import another file') }}>
          {t('The file has no rows below its header row.')}
        </EmptyState>
      }
    />
  )
}
