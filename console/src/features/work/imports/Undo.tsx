import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { count } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { Progress } from '../runs/Progress.tsx'
import type { ImportStepProps } from './import-kind.ts'

export function Undo({ kind: { calls, undo: words }, of }: ImportStepProps) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const undo = useWrite(calls.undo, { done: close })
  const preview = useRead(calls.undoPreview, { id: of.id }, { when: asking && undo.isIdle })
  const number = preview.data === undefined ? 0 : words.able(preview.data)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} stroke={1.8} aria-hidden />}
        disabled={!words.can(of)}
        onClick={() => setAsking(true)}
      >
        {t('Undo import…')}
      </Button>
      <Confirm
        open={asking}
        title={t('Undo this import?')}
        keep={t('Keep provisioning')}
        act={preview.data === undefined ? t('Undo import') : t(words.act, { count: number })}
        busy={undo.isPending || preview.isPending}
        close={close}
        confirm={() => (number > 0 ? undo.mutate({ id: of.id }) : close())}
      >
        {preview.data === undefined ? (
          <Bones lines={3} />
        ) : (
          <>
            {words.says(preview.data).map(says => (
              <p key={says}>{says}</p>
            ))}
            {preview.data.stay.length > 0 && (
              <ul>
                {preview.data.stay.map(({ reason, count: staying }) => (
                  <li key={reason}>{t(words.stays, { count: staying, reason: words.reasonOf(reason, staying) })}</li>
                ))}
              </ul>
            )}
          </>
        )}
      </Confirm>
    </>
  )
}

export function UndoResult({ kind, of }: ImportStepProps) {
  if (!of.undo) return null
  const ended = of.undo.finishedAt !== null
  const all = kind.undo.all(of)
  const far = t('Undoing row {seen} of {total}', { seen: count(of.undo.processed), total: count(all) })
  return (
    <Card>
      <Progress done={ended ? all : of.undo.processed} of={all} label={ended ? kind.undo.became(of.undo) : far} />
      {!ended && <p className="cv-muted">{t('You can leave this page. The work continues.')}</p>}
    </Card>
  )
}
