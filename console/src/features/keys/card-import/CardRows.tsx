import { cardImport, cardResults } from '@claviger/contract/keys/card-import'
import type { CardImport, CardImportRow } from '@claviger/contract/keys/card-import'
import { msg, t } from '../../../ground/text/text.ts'
import { Boxes } from '../../work/imports/Boxes.tsx'
import { placeOf, Rows } from '../../work/imports/Rows.tsx'
import { lookOf, undoneWord } from './words.ts'

/** How many rows become what. */
export const CardBoxes = ({ of }: { of: CardImport }) => (
  <Boxes
    id={of.id}
    by="result"
    of={[
      { outcome: undefined, number: of.total },
      ...cardResults.map(outcome => ({ outcome, number: of.results[outcome] })),
    ]}
    look={lookOf(of)}
  />
)

const cardOf = (of: CardImport) => (row: CardImportRow) => row.cells[placeOf(of, 'cardId')] || '—'
const userOf = (row: CardImportRow) => row.user ?? '—'
const mailOf = (row: CardImportRow) => (row.mailed === null ? '—' : row.mailed ? t('Told') : t('No mailbox'))

/** The rows of a file of cards. */
export const CardRows = ({ of }: { of: CardImport }) => (
  <Rows
    of={of}
    calls={cardImport}
    by="result"
    outcomes={cardResults}
    outcomeOf={row => row.result}
    isRefused={row => row.result !== null && row.result !== 'success'}
    look={lookOf(of)}
    search={t('Search users…')}
    about={[
      { name: 'card', label: msg('Card number'), cell: cardOf(of), text: cardOf(of) },
      { name: 'user', label: msg('User'), cell: userOf, text: userOf },
    ]}
    name={userOf}
    more={[
      ...(of.notified ? [{ name: 'mailed', label: msg('Mail'), cell: mailOf, text: mailOf }] : []),
      ...(of.undo ? [{ name: 'undone', label: msg('Taken back'), cell: undoneWord, text: undoneWord }] : []),
    ]}
  />
)
