import { workflows } from '@claviger/contract/automation/workflows'
import { executions, type WorkflowRun } from '@claviger/contract/automation/workflows/workflow-runs'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconDownload, IconPlayerPlay, IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#platform/data/call.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { count } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { download } from '#platform/ui/list/exportRows.ts'
import { useSession } from '#shell/session.tsx'
import { home } from './workflow-labels.ts'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

function Report({ id }: { id: string }) {
  const [busy, setBusy] = useState(false)
  const fetchIt = async () => {
    setBusy(true)
    try {
      download('result.csv', 'text/csv', await call(workflows.result, { id }))
    } catch {
      // The call itself has shown the error
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="default" leftSection={<IconDownload {...icon} />} loading={busy} onClick={() => void fetchIt()}>
      {t('Download report')}
    </Button>
  )
}

export function RunActs({ run }: { run: WorkflowRun }) {
  const go = useNavigate()
  const { can } = useSession()
  const show = { done: (now: WorkflowRun) => void go({ to: `${home}/${now.workflow}/logs/${now.id}` } as never) }
  const [retry, undo, stop, goOn] = [
    useWrite(workflows.retry, show),
    useWrite(workflows.undo, show),
    useWrite(workflows.stop),
    useWrite(workflows.goOn),
  ]
  const { id } = run
  const runs = run.execution === executions.inProgress
  const write = can('workflows.write')
  return (
    <>
      {!runs && run.elsewhere === null && run.considered > 0 && <Report id={id} />}
      {write && runs && run.elsewhere === null && (
        <Button
          variant="default"
          leftSection={<IconPlayerStop {...icon} />}
          loading={stop.isPending}
          onClick={() => stop.mutate({ id })}
        >
          {t('Stop')}
        </Button>
      )}
      {run.waits && run.elsewhere === null && can('directories.grant') && (
        <Button leftSection={<IconPlayerPlay {...icon} />} loading={goOn.isPending} onClick={() => goOn.mutate({ id })}>
          {t('Approve run')}
        </Button>
      )}
      {write && !runs && run.failed > 0 && run.elsewhere === null && run.undoes === null && (
        <Button
          variant="default"
          leftSection={<IconRefresh {...icon} />}
          loading={retry.isPending}
          onClick={() => retry.mutate({ id })}
        >
          {t('Retry {count}', { count: count(run.failed) })}
        </Button>
      )}
      {write && run.undoUntil !== null && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp {...icon} />}
          loading={undo.isPending}
          onClick={() => undo.mutate({ id })}
        >
          {t('Undo')}
        </Button>
      )}
    </>
  )
}
