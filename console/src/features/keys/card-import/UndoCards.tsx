import { cardImport } from '@claviger/contract/keys/card-import'
import type { CardImport, CardUndoPreview } from '@claviger/contract/keys/card-import'
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '../../../ground/data/useRead.ts'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { count } from '../../../ground/text/formats.ts'
import { t } from '../../../ground/text/text.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { Bones } from '../../../ground/ui/page/Bones.tsx'
import { Card } from '../../../ground/ui/page/Card.tsx'
import { Progress } from '../../people/bulk-runs/Progress.tsx'
import classes from '../../people/user-import/import.module.css'
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
      {of.stay.length > 0 && (
        <ul>
          {of.stay.map(({ reason, count: number }) => (
            <li key={reason}>
              {t('{count, plural, one {# key stays} other {# keys stay}}: {reason}', {
                count: number,
                reason: stayReason(reason),
              })}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The way back from an import of cards: asks with numbers first. */
export function UndoCards({ of }: { of: CardImport }) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const undo = useWrite(cardImport.undo, { done: close })
  // Once it has begun there is nothing to preview any more
  const preview = useRead(cardImport.undoPreview, { id: of.id }, { when: asking && undo.isIdle })
  const able = (preview.data?.remove ?? 0) + (preview.data?.empty ?? 0)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} stroke={1.8} aria-hidden />}
        disabled={of.results.success === 0 || of.notified?.finished === false}
        onClick={() => setAsking(true)}
      >
        {t('Undo import…')}
      </Button>
      <Confirm
        open={asking}
        title={t('Undo this import?')}
        keep={t('Keep it')}
        act={
          preview.data ? t('Undo for {count, plural, one {# key} other {# keys}}', { count: able }) : t('Undo import')
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
export function CardsUndone({ of, undo }: { of: CardImport; undo: NonNullable<CardImport['undo']> }) {
  const all = of.results.success
  return (
    <Card>
      <Progress
        done={undo.finishedAt === null ? undo.seen : all}
        of={all}
        label={
          undo.finishedAt === null
            ? t('Taking back row {seen} of {total}', { seen: count(undo.seen), total: count(all) })
            : t('Taken back by {name}: {removed} deleted, {emptied} wait again, {stayed} left as they are', {
                name: undo.actorName,
                removed: count(undo.removed),
                emptied: count(undo.emptied),
                stayed: count(undo.stayed),
              })
        }
      />
      {undo.finishedAt === null && <p className={classes.small}>{t('You can leave this page; it goes on.')}</p>}
    </Card>
  )
}
