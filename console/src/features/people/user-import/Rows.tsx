import { userImport } from '@claviger/contract/people/user-import'
import type { ImportField, ImportRow, UserImport } from '@claviger/contract/people/user-import'
import { msg, t } from '../../../ground/text/text.ts'
import type { Look } from '../../../ground/ui/bits/Status.tsx'
import type { Column } from '../../../ground/ui/table/columns.ts'
import { Boxes } from '../../work/imports/Boxes.tsx'
import { isOver, placeOf, Rows, waits } from '../../work/imports/Rows.tsx'
import { reasonOf } from '../bulk-runs/words.ts'

/** How an outcome looks, before and after it has happened. */
const lookOf =
  (of: UserImport) =>
  (outcome: string | null): Look => {
    const after = isOver(of.state)
    if (outcome === 'new')
      return { word: after ? t('Created') : t('New'), shape: after ? 'disc' : 'ring', tone: after ? 'ok' : 'accent' }
    if (outcome === 'update') {
      const word = of.kind === 'delete' ? t('Delete') : after ? t('Updated') : t('Update')
      return { word, shape: 'disc', tone: of.kind === 'delete' ? 'warn' : after ? 'ok' : 'accent' }
    }
    if (outcome === 'same') return { word: t('No change'), shape: 'dash', tone: 'mute' }
    if (outcome === 'refused') return { word: t('Error'), shape: 'square', tone: 'bad' }
    return waits(of.state)
  }

/** How many rows become what. */
export function UserBoxes({ of }: { of: UserImport }) {
  const deletes = of.kind === 'delete'
  const all = [
    { outcome: undefined, number: of.total, note: t('In this file') },
    { outcome: 'new', number: of.created, note: t('Users to create') },
    { outcome: 'update', number: of.updated, note: deletes ? t('Users to delete') : t('Existing users that change') },
    { outcome: 'same', number: of.unchanged, note: t('Same as stored') },
    { outcome: 'refused', number: of.refused, note: t('Skipped') },
  ]
  const shown = deletes ? all.filter(({ outcome }) => outcome !== 'new' && outcome !== 'same') : all
  return <Boxes id={of.id} by="outcome" of={shown} look={lookOf(of)} />
}

const cellOf = (of: UserImport, field: ImportField) => (row: ImportRow) => row.cells[placeOf(of, field)] ?? ''
const nameOf = (of: UserImport) => (row: ImportRow) =>
  `${cellOf(of, 'firstName')(row)} ${cellOf(of, 'lastName')(row)}`.trim() || '—'

const undoneWords = { removed: msg('Deleted'), 'set-back': msg('As before'), stayed: msg('Left: {reason}') }

/** What became of a row when the import was taken back. */
const undoneOf = (row: ImportRow): string =>
  row.undone === null ? '—' : t(undoneWords[row.undone], { reason: reasonOf(row.stayedFor) })

/** The rows of a file of users. */
export function UserRows({ of }: { of: UserImport }) {
  const userId = (row: ImportRow) => cellOf(of, placeOf(of, 'userId') < 0 ? 'email' : 'userId')(row)
  const name = nameOf(of)
  const about: Column<ImportRow>[] = [
    { name: 'userId', label: msg('User ID'), cell: row => userId(row) || '—', text: userId },
    ...(of.kind === 'users' ? [{ name: 'name', label: msg('Name'), cell: name, text: name }] : []),
  ]
  return (
    <Rows
      of={of}
      calls={userImport}
      by="outcome"
      outcomes={['new', 'update', 'same', 'refused']}
      outcomeOf={row => row.outcome}
      isRefused={row => row.outcome === 'refused'}
      look={lookOf(of)}
      search={t('Search rows…')}
      about={about}
      name={userId}
      more={of.undo ? [{ name: 'undone', label: msg('Taken back'), cell: undoneOf, text: undoneOf }] : []}
    />
  )
}
