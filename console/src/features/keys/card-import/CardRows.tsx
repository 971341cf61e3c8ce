import { cardImport, cardResults } from '@claviger/contract/keys/card-import'
import type { CardImport, CardImportRow } from '@claviger/contract/keys/card-import'
import { Link, useSearch } from '@tanstack/react-router'
import { count } from '../../../ground/text/formats.ts'
import { msg, t } from '../../../ground/text/text.ts'
import { Dot, Status } from '../../../ground/ui/bits/Status.tsx'
import { ListPage } from '../../../ground/ui/list/ListPage.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import type { Column, PhoneRow } from '../../../ground/ui/table/columns.ts'
import classes from '../../work/imports/import.module.css'
import { resultLook, undoneWord } from './words.ts'

/** The figures of the review; each filters the rows below. */
export function CardBoxes({ of }: { of: CardImport }) {
  const given: Record<string, string | undefined> = useSearch({ strict: false })
  return (
    <nav className={classes.boxes} aria-label={t('Rows by result')}>
      <Link to="." search={{ id: of.id }} aria-current={given['result'] === undefined ? 'true' : undefined}>
        <span>{t('All rows')}</span>
        <b className="cv-number">{count(of.total)}</b>
      </Link>
      {cardResults.map(result => {
        const look = resultLook(result, of)
        return (
          <Link
            key={result}
            to="."
            search={{ id: of.id, result }}
            aria-current={given['result'] === result ? 'true' : undefined}
          >
            <span>
              <Dot shape={look.shape} tone={look.tone} /> {look.word}
            </span>
            <b className="cv-number">{count(of.results[result])}</b>
          </Link>
        )
      })}
    </nav>
  )
}

function Result({ row, of }: { row: CardImportRow; of: CardImport }) {
  const { word, shape, tone } = resultLook(row.result, of)
  return (
    <Status shape={shape} tone={tone}>
      {word}
    </Status>
  )
}

const cardOf = (of: CardImport) => (row: CardImportRow) => row.cells[of.mapping.indexOf('cardId')] || '—'
const userOf = (row: CardImportRow) => row.user ?? '—'
const mailOf = (row: CardImportRow) => (row.mailed === null ? '—' : row.mailed ? t('Told') : t('No mailbox'))

function columnsOf(of: CardImport): Column<CardImportRow>[] {
  const refused = (row: CardImportRow) => row.result !== null && row.result !== 'success'
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
      cell: row => <Result row={row} of={of} />,
      text: row => resultLook(row.result, of).word,
    },
    { name: 'card', label: msg('Card number'), cell: cardOf(of), text: cardOf(of) },
    { name: 'user', label: msg('User'), cell: userOf, text: userOf },
    {
      name: 'told',
      label: of.state === 'done' || of.state === 'stopped' ? msg('What happened') : msg('What will happen'),
      cell: row => <span className={refused(row) ? classes.wrong : undefined}>{row.told ?? '—'}</span>,
      text: row => row.told ?? '',
    },
    ...(of.notified ? [{ name: 'mailed', label: msg('Mail'), cell: mailOf, text: mailOf }] : []),
    ...(of.undo ? [{ name: 'undone', label: msg('Taken back'), cell: undoneWord, text: undoneWord }] : []),
  ]
}

const linesOf =
  (of: CardImport) =>
  (row: CardImportRow): PhoneRow => ({
    name: `${row.row} · ${userOf(row)}`,
    status: <Result row={row} of={of} />,
    second: row.told,
  })

/** The rows of the file, each with what will happen or happened to it. */
export function CardRows({ of }: { of: CardImport }) {
  return (
    <ListPage
      of={cardImport.rows}
      noun={t('rows')}
      fixed={{ id: of.id }}
      columns={columnsOf(of)}
      search={t('Search users…')}
      filters={[
        {
          name: 'result',
          label: t('Result'),
          options: cardResults.map(value => ({ value, label: resultLook(value, of).word })),
        },
      ]}
      rowName={({ row }) => t('Row {row}', { row: String(row) })}
      phone={linesOf(of)}
      empty={<EmptyState title={t('No rows')} />}
    />
  )
}
