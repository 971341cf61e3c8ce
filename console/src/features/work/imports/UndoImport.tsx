import type { Endpoint, OutputOf, Schema } from '@claviger/contract/ground/endpoint'
import type { userImport } from '@claviger/contract/people/user-import'
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useRead } from '../../../ground/data/useRead.ts'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { count } from '../../../ground/text/formats.ts'
import { t } from '../../../ground/text/text.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { Bones } from '../../../ground/ui/page/Bones.tsx'
import { Card } from '../../../ground/ui/page/Card.tsx'
import { Progress } from '../runs/Progress.tsx'
import classes from './import.module.css'

type OfOne<Reply extends Schema> = Endpoint<typeof userImport.undo.input, Reply>

interface UndoImportProps<Preview extends Schema> {
  id: string
  calls: { undo: OfOne<Schema>; undoPreview: OfOne<Preview> }
  disabled: boolean
  /** For how many it can be taken back. */
  able: (preview: OutputOf<Preview>) => number
  /** On the button, for how many. */
  act: (able: number) => string
  /** The preview in words. */
  children: (preview: OutputOf<Preview>) => ReactNode
}

/** The way back from an import: asks with numbers first. */
export function UndoImport<Preview extends Schema>({
  id,
  calls,
  disabled,
  able,
  act,
  children,
}: UndoImportProps<Preview>) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const undo = useWrite(calls.undo, { done: close })
  // Once it has begun there is nothing to preview any more
  const preview = useRead(calls.undoPreview, { id }, { when: asking && undo.isIdle })
  const number = preview.data === undefined ? 0 : able(preview.data)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} stroke={1.8} aria-hidden />}
        disabled={disabled}
        onClick={() => setAsking(true)}
      >
        {t('Undo import…')}
      </Button>
      <Confirm
        open={asking}
        title={t('Undo this import?')}
        keep={t('Keep it')}
        act={preview.data === undefined ? t('Undo import') : act(number)}
        busy={undo.isPending || preview.isPending}
        close={close}
        confirm={() => (number > 0 ? undo.mutate({ id }) : close())}
      >
        {preview.data === undefined ? <Bones lines={3} /> : children(preview.data)}
      </Confirm>
    </>
  )
}

/** Those that stay as they are, in words for how many and why. */
export function Stays({
  of,
  says,
}: {
  of: { reason: string; count: number }[]
  says: (of: number, why: string) => string
}) {
  if (of.length === 0) return null
  return (
    <ul>
      {of.map(one => (
        <li key={one.reason}>{says(one.count, one.reason)}</li>
      ))}
    </ul>
  )
}

interface UndoneProps {
  undo: { processed: number; finishedAt: string | null }
  /** Rows that the import wrote. */
  all: number
  /** What became of it. */
  became: string
}

/** How far an undoing has come, or what became of it. */
export function UndoProgress({ undo, all, became }: UndoneProps) {
  const ended = undo.finishedAt !== null
  const far = t('Taking back row {seen} of {total}', { seen: count(undo.processed), total: count(all) })
  return (
    <Card>
      <Progress done={ended ? all : undo.processed} of={all} label={ended ? became : far} />
      {!ended && <p className={classes.small}>{t('You can leave this page; it goes on.')}</p>}
    </Card>
  )
}
