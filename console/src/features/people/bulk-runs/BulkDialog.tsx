import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import type { BulkAct, Selection } from '@claviger/contract/people/bulk-runs'
import type { Run } from '@claviger/contract/work/runs'
import { Button, Group } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { Preview } from './Preview.tsx'
import { Target } from './Target.tsx'
import { Running } from '#features/work/runs/Running.tsx'
import { userRuns, wordsOf } from './user-run-labels.ts'

const calls = {
  activate: bulkRuns.activate,
  deactivate: bulkRuns.deactivate,
  suspend: bulkRuns.suspend,
  delete: bulkRuns.remove,
  restore: bulkRuns.restore,
  invite: bulkRuns.invite,
  'add-to-group': bulkRuns.addToGroup,
  'add-to-unit': bulkRuns.addToUnit,
} as const

export interface BulkDialogProps {
  act: BulkAct
  selection: Selection
  chosen: number
  close: () => void
  begun: () => void
}

export default function BulkDialog({ act, selection, chosen, close, begun }: BulkDialogProps) {
  const [target, setTarget] = useState<string | null>(null)
  const [run, setRun] = useState<Run | null>(null)
  const needsTarget = act === 'add-to-group' || act === 'add-to-unit'
  const ready = !needsTarget || target !== null
  const input = { ...selection, ...(target === null ? {} : { target }) }
  const preview = useRead(bulkRuns.preview, { act, ...input }, { when: ready && run === null, quiet: true, fresh: 0 })
  const start = useWrite<typeof bulkRuns.addToGroup.input, typeof bulkRuns.suspend.reply>(calls[act] as never, {
    done(begunRun) {
      setRun(begunRun)
      begun()
    },
  })
  const { verb, act: ask, danger } = wordsOf(act)
  if (run) return <Running of={userRuns} run={run} close={close} />
  const able = preview.data?.able ?? 0
  return (
    <Dialog open title={t('{act}?', { act: t(ask, { count: chosen }) })} close={close}>
      {needsTarget && <Target act={act} value={target} choose={setTarget} />}
      {ready && (
        <Waiting on={preview} what={t('the preview')}>
          {preview.data && <Preview act={act} of={preview.data} />}
        </Waiting>
      )}
      {ready && act !== 'invite' && (
        <Group component="p" className="cv-muted" gap={8} mt={12} wrap="nowrap">
          <IconArrowBackUp size={16} stroke={1.7} aria-hidden />
          {t('You can undo this for 30 minutes.')}
        </Group>
      )}
      <div className="cv-foot">
        <Button variant="default" data-autofocus onClick={close} disabled={start.isPending}>
          {t('Cancel')}
        </Button>
        <Button
          {...(danger ? { color: 'red' } : {})}
          disabled={!ready || able === 0}
          loading={start.isPending}
          onClick={() => start.mutate(input as never)}
        >
          {able === 0 ? t(verb) : t(ask, { count: able })}
        </Button>
      </div>
    </Dialog>
  )
}
