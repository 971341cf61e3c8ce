import { userImport } from '@claviger/contract/people/user-import'
import type { ImportUndoPreview, UserImport } from '@claviger/contract/people/user-import'
import { count } from '../../../ground/text/formats.ts'
import { t } from '../../../ground/text/text.ts'
import { reasonOf } from '../bulk-runs/words.ts'
import { Stays, UndoImport, UndoProgress } from '../../work/imports/UndoImport.tsx'

/** In numbers: who goes, who gets the former values, who stays and why. */
function Preview({ of }: { of: ImportUndoPreview }) {
  return (
    <>
      {of.remove > 0 && (
        <p>
          {t(
            '{count, plural, one {# user that it created} other {# users that it created}} will be deleted. They can be restored for 30 days.',
            { count: of.remove },
          )}{' '}
          {of.keys > 0 && t('They lose the use of {count, plural, one {# key} other {# keys}}.', { count: of.keys })}
        </p>
      )}
      {of.setBack > 0 && (
        <p>
          {t(
            '{count, plural, one {# user that it changed} other {# users that it changed}} will be as before the import.',
            { count: of.setBack },
          )}
        </p>
      )}
      {of.remove + of.setBack === 0 && <p>{t('Nobody is left whom this import could be taken back for.')}</p>}
      <Stays
        of={of.stay}
        says={(number, reason) =>
          t('{count, plural, one {# user stays} other {# users stay}}: {reason}', {
            count: number,
            reason: reasonOf(reason),
          })
        }
      />
    </>
  )
}

/** The way back from an import of users. */
export function Undo({ of }: { of: UserImport }) {
  return (
    <UndoImport
      id={of.id}
      calls={userImport}
      disabled={of.created + of.updated === 0}
      able={preview => preview.remove + preview.setBack}
      act={able => t('Undo for {count, plural, one {# user} other {# users}}', { count: able })}
    >
      {preview => <Preview of={preview} />}
    </UndoImport>
  )
}

/** How far the undoing has come, or what became of it. */
export function Undone({ of, undo }: { of: UserImport; undo: NonNullable<UserImport['undo']> }) {
  const became = t('Taken back by {name}: {removed} deleted, {setBack} set back, {stayed} left as they are', {
    name: undo.actorName,
    removed: count(undo.removed),
    setBack: count(undo.setBack),
    stayed: count(undo.stayed),
  })
  return <UndoProgress undo={undo} all={of.created + of.updated} became={became} />
}
