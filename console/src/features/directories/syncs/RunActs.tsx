import { syncs, type SyncRun } from '@claviger/contract/directories/syncs'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useWrite } from '#platform/data/useWrite.ts'
import { count } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'
import { useSession } from '#shell/session.tsx'
import { Fetch } from '#features/work/Fetch.tsx'
import { isRunOpen } from './sync-labels.ts'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

export function RunActs({ of }: { of: SyncRun }) {
  const go = useNavigate()
  const { can } = useSession()
  const stop = useWrite(syncs.stop)
  const undo = useWrite(syncs.undo, {
    done: () => toast('success', t('The run is being undone. Its directory is paused.')),
  })
  const retry = useWrite(syncs.retry, { done: begun => void go({ to: `/dashboard/sync/runs/${begun.id}` } as never) })
  const may = can('directories.write')
  const live = isRunOpen(of)
  const failed = of.dry || live ? 0 : of.processed - of.succeeded
  return (
    <>
      {!live && of.total > 0 && <Fetch calls={syncs} id={of.id} failed={failed} />}
      {may && live && (
        <Button
          variant="default"
          leftSection={<IconPlayerStop {...icon} />}
          loading={stop.isPending}
          onClick={() => stop.mutate({ id: of.id })}
        >
          {t('Stop')}
        </Button>
      )}
      {may && failed > 0 && (
        <Button
          variant="default"
          leftSection={<IconRefresh {...icon} />}
          loading={retry.isPending}
          onClick={() => retry.mutate({ id: of.id })}
        >
          {t('Retry {count}', { count: count(failed) })}
        </Button>
      )}
      {may && of.undoUntil !== null && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp {...icon} />}
          loading={undo.isPending}
          onClick={() => undo.mutate({ id: of.id })}
        >
          {t('Undo')}
        </Button>
      )}
    </>
  )
}
