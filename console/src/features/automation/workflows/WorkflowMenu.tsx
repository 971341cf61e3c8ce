import { workflows } from '@claviger/contract/automation/workflows'
import { type Workflow, workflowTypes as types } from '@claviger/contract/automation/workflows/workflow-content'
import { Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { useSession } from '#shell/session.tsx'
import { home } from './workflow-labels.ts'

const DeleteWorkflows = lazy(() => import('./DeleteWorkflows.tsx'))

export function useRunNow() {
  const go = useNavigate()
  return useWrite(workflows.execute, {
    done: run => void go({ to: `${home}/${run.workflow}/logs/${run.id}` } as never),
  })
}

export const runsByHand = ({ type }: Pick<Workflow, 'type'>): boolean =>
  type !== types.pageEnrolment && type !== types.pageRecovery

export function WorkflowMenu({ of, bare = false, gone }: { of: Workflow; bare?: boolean; gone: () => void }) {
  const { can } = useSession()
  const go = useNavigate()
  const [deleting, setDeleting] = useState(false)
  const run = useRunNow()
  const turn = useWrite(workflows.switch, {
    done: now =>
      toast(
        'success',
        now.status === 'on' ? t('{name} turned on', { name: now.name }) : t('{name} turned off', { name: now.name }),
      ),
  })
  const on = of.status === 'on'
  return (
    <>
      <MoreMenu bare={bare} label={t('More actions for {name}', { name: of.name })}>
        <Menu.Item onClick={() => void go({ to: `${home}/${of.id}/logs` } as never)}>{t('Runs')}</Menu.Item>
        {can('workflows.write') && runsByHand(of) && (
          <Menu.Item onClick={() => run.mutate({ id: of.id })}>{t('Run now')}</Menu.Item>
        )}
        {can('workflows.write') && (
          <Menu.Item onClick={() => turn.mutate({ id: of.id, status: on ? 'off' : 'on' })}>
            {on ? t('Turn off') : t('Turn on')}
          </Menu.Item>
        )}
        {can('workflows.write') && (
          <Menu.Item data-danger onClick={() => setDeleting(true)}>
            {t('Delete…')}
          </Menu.Item>
        )}
      </MoreMenu>
      <Suspense>
        {deleting && (
          <DeleteWorkflows of={[{ id: of.id, name: of.name }]} close={() => setDeleting(false)} done={gone} />
        )}
      </Suspense>
    </>
  )
}
