import { userImport } from '@claviger/contract/people/user-import'
import type { ImportField, ImportRow, UserImport } from '@claviger/contract/people/user-import'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../ground/data/call.ts'
import { Status } from '../../../ground/ui/bits/Status.tsx'
import { ListPage } from '../../../ground/ui/list/ListPage.tsx'
import { download } from '../../../ground/ui/list/exportRows.ts'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import type { Column } from '../../../ground/ui/table/columns.ts'
import { lookOf } from './Boxes.tsx'
import classes from './import.module.css'

function Result({ row, of }: { row: ImportRow; of: UserImport }) {
  const { word, shape, tone } = lookOf(row.outcome, of)
  return (
    <Status shape={shape} tone={tone}>
      {word}
    </Status>
  )
}

/** Fetches the rows with their results as a file. */
export function Download({ of, refused }: { of: UserImport; refused: boolean }) {
  const [busy, setBusy] = useState(false)
  const fetchIt = async () => {
    setBusy(true)
    try {
      const text = await call(userImport.result, { id: of.id, refused: refused ? 'true' : 'false' })
      download(refused ? 'errors.csv' : 'result.csv', 'text/csv', text)
    } catch {
      // The call has said why
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
      loading={busy}
      disabled={refused && of.refused === 0}
      onClick={() => void fetchIt()}
    >
      {refused ? 'Download errors' : 'Download report'}
    </Button>
  )
}

/** The rows of the file, each with what will happen or happened to it. */
export function Rows({ of }: { of: UserImport }) {
  const cell = (field: ImportField) => (row: ImportRow) => row.cells[of.mapping.indexOf(field)] ?? ''
  const nameOf = (row: ImportRow) => `${cell('firstName')(row)} ${cell('lastName')(row)}`.trim() || '—'
  const columns: readonly Column<ImportRow>[] = [
    {
      name: 'row',
      label: 'Row',
      width: '64px',
      fixed: true,
      cell: row => <span className="cv-number">{row.row}</span>,
      text: row => String(row.row),
    },
    {
      name: 'result',
      label: 'Result',
      width: '120px',
      cell: row => <Result row={row} of={of} />,
      text: row => lookOf(row.outcome, of).word,
    },
    { name: 'userId', label: 'User ID', cell: row => cell('userId')(row) || '—', text: cell('userId') },
    ...(of.kind === 'users' ? [{ name: 'name', label: 'Name', cell: nameOf, text: nameOf }] : []),
    {
      name: 'told',
      label: of.state === 'done' ? 'What happened' : 'What will happen',
      cell: row => (
        <span className={row.outcome === 'refused' ? classes.wrong : undefined} title={row.told ?? ''}>
          {row.told ?? '—'}
        </span>
      ),
      text: row => row.told ?? '',
    },
  ]
  return (
    <ListPage
      of={userImport.rows}
      noun="rows"
      fixed={{ id: of.id }}
      columns={columns}
      search="Search rows…"
      filters={[
        {
          name: 'outcome',
          label: 'Result',
          options: outcomes.map(value => ({ value, label: lookOf(value, of).word })),
        },
      ]}
      rowName={row => `Row ${row.row}`}
      phone={row => ({
        name: `${row.row} · ${cell('userId')(row)}`,
        status: <Result row={row} of={of} />,
        second: row.told,
      })}
      empty={<EmptyState title="No rows" />}
    />
  )
}

const outcomes = ['new', 'update', 'same', 'refused']
