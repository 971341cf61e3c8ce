import { userImport } from '@claviger/contract/people/user-import'
import type { ImportUndoPreview, UserImport } from '@claviger/contract/people/user-import'
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '../../../../ground/data/useRead.ts'
import { useWrite } from '../../../../ground/data/useWrite.ts'
import { count } from '../../../../ground/text/formats.ts'
import { t } from '../../../../ground/text/text.ts'
import { Confirm } from '../../../../ground/ui/over/Confirm.tsx'
import { Bones } from '../../../../ground/ui/page/Bones.tsx'
import { Card } from '../../../../ground/ui/page/Card.tsx'
import { Progress } from '../../bulk-runs/Progress.tsx'
import { reasonOf } from '../../bulk-runs/words.ts'
import classes from '../import.module.css'

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
      {of.stay.length > 0 && (
        <ul>
          {of.stay.map(({ reason, count: number }) => (
            <li key={reason}>
              {t('{count, plural, one {# user stays} other {# users stay}}: {reason}', {
                count: number,
                reason: reasonOf(reason),
              })}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The way back from an import: asks with numbers first. */
export function Undo({ of }: { of: UserImport }) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const undo = useWrite(userImport.undo, { done: close })
  // Once it has begun there is nothing to preview any more
  const preview = useRead(userImport.undoPreview, { id: of.id }, { when: asking && undo.isIdle })
  const able = (preview.data?.remove ?? 0) + (preview.data?.setBack ?? 0)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} stroke={1.8} aria-hidden />}
        disabled={of.created + of.updated === 0}
        onClick={() => setAsking(true)}
      >
        {t('Undo import…')}
      </Button>
      <Confirm
        open={asking}
        title={t('Undo this import?')}
        keep={t('Keep it')}
        act={
          preview.data ? t('Undo for {count, plural, one {# user} other {# users}}', { count: able }) : t('Undo import')
        }
        busy={undo.isPending || preview.isPending}
        close={close}
        confirm={() => (able > 0 ? undo.mutate({ id: of.id }) : close())}
      >
        {preview.data ? <Preview of={preview.data} /> : <Bones lines={3} />}
      </Confirm>
    </>
  )
}

/** How far the undoing has come, or what became of it. */
export function Undone({ of, undo }: { of: UserImport; undo: NonNullable<UserImport['undo']> }) {
  const all = of.created + of.updated
  return (
    <Card>
      <Progress
        done={undo.finishedAt === null ? undo.seen : all}
        of={all}
        label={
          undo.finishedAt === null
            ? t('Taking back row {seen} of {total}', { seen: count(undo.seen), total: count(all) })
            : t('Taken back by {name}: {removed} deleted, {setBack} set back, {stayed} left as they are', {
                name: undo.actorName,
                removed: count(undo.removed),
                setBack: count(undo.setBack),
                stayed: count(undo.stayed),
              })
        }
      />
      {undo.finishedAt === null && <p className={classes.small}>{t('You can leave this page; it goes on.')}</p>}
    </Card>
  )
}
