import { cardImport } from '@claviger/contract/keys/card-import'
import type { CardImport, CardUndoPreview } from '@claviger/contract/keys/card-import'
import { count } from '../../../ground/text/formats.ts'
import { t } from '../../../ground/text/text.ts'
import { Stays, UndoImport, UndoProgress } from '../../work/imports/UndoImport.tsx'
import { stayReason } from './words.ts'

/** In numbers: which keys go, which wait again, which stay and why. */
function Preview({ of }: { of: CardUndoPreview }) {
  return (
    <>
      {of.remove > 0 && (
        <p>
          {t(
            '{count, plural, one {# key that it made} other {# keys that it made}} will be deleted for good, with all passkeys on it.',
            { count: of.remove },
          )}{' '}
          {of.used > 0 && t('{count, plural, one {# was} other {# were}} used since.', { count: of.used })}
        </p>
      )}
      {of.empty > 0 && (
        <p>
          {t(
            '{count, plural, one {# key that waited for its card waits} other {# keys that waited for their card wait}} again.',
            {
              count: of.empty,
            },
          )}
        </p>
      )}
      {of.remove + of.empty === 0 && <p>{t('No key is left that this import could be taken back for.')}</p>}
      <Stays
        of={of.stay}
        says={(number, reason) =>
          t('{count, plural, one {# key stays} other {# keys stay}}: {reason}', {
            count: number,
            reason: stayReason(reason),
          })
        }
      />
    </>
  )
}

/** The way back from an import of cards. */
export function UndoCards({ of }: { of: CardImport }) {
  return (
    <UndoImport
      id={of.id}
      calls={cardImport}
      disabled={of.results.success === 0 || of.notified?.finished === false}
      able={preview => preview.remove + preview.empty}
      act={able => t('Undo for {count, plural, one {# key} other {# keys}}', { count: able })}
    >
      {preview => <Preview of={preview} />}
    </UndoImport>
  )
}

/** How far the undoing has come, or what became of it. */
export function CardsUndone({ of, undo }: { of: CardImport; undo: NonNullable<CardImport['undo']> }) {
  const became = t('Taken back by {name}: {removed} deleted, {emptied} wait again, {stayed} left as they are', {
    name: undo.actorName,
    removed: count(undo.removed),
    emptied: count(undo.emptied),
    stayed: count(undo.stayed),
  })
  return <UndoProgress undo={undo} all={of.results.success} became={became} />
}
