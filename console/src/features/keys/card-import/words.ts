import { cardStayReasons } from '@claviger/contract/keys/card-import'
import type { CardImport, CardImportRow, CardResult, CardStayReason } from '@claviger/contract/keys/card-import'
import { msg, t } from '../../../ground/text/text.ts'
import type { Look } from '../../../ground/ui/bits/Status.tsx'
import { isOver, waits } from '../../work/imports/Rows.tsx'

const looks: Record<CardResult, Look> = {
  success: { word: msg('Success'), shape: 'disc', tone: 'ok' },
  duplicate: { word: msg('Duplicate'), shape: 'dash', tone: 'mute' },
  'no-access': { word: msg('No access'), shape: 'square', tone: 'warn' },
  unknown: { word: msg('Unknown user'), shape: 'square', tone: 'bad' },
  broken: { word: msg('Unreadable'), shape: 'square', tone: 'bad' },
}

/** A result of a row as word, shape and color; before the import a success is still to come. */
export const lookOf =
  (of: CardImport) =>
  (result: string | null): Look => {
    const look = looks[result as CardResult]
    if (!look) return waits(of.state)
    if (result === 'success' && !isOver(of.state)) return { word: t('Assign'), shape: 'ring', tone: 'accent' }
    return { ...look, word: t(look.word) }
  }

/** Why a key stays when its import is taken back, after a number. */
export const stayReason = (reason: string): string =>
  t(cardStayReasons[reason as CardStayReason] ?? msg('could not be changed'))

const undone = { removed: msg('Deleted'), emptied: msg('Waits again'), stayed: msg('Left: {reason}') }

/** What became of the key of a row when the import was taken back. */
export const undoneWord = (row: CardImportRow): string =>
  row.undone === null ? '—' : t(undone[row.undone], { reason: stayReason(row.stayedFor ?? '') })
