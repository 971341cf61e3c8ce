import { workflows } from '@claviger/contract/automation/workflows'
import type { WorkflowInFull } from '@claviger/contract/automation/workflows/workflow-content'
import { IconRoute } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { OneRecord } from '#platform/ui/page/OneRecord.tsx'
import { useCrumb } from '#shell/crumb.ts'
import { home } from './workflow-labels.ts'

export function OneWorkflow({ id, children }: { id: string; children: (workflow: WorkflowInFull) => ReactNode }) {
  const read = useRead(workflows.get, { id }, { quiet: true })
  useCrumb(read.data?.name)
  const missing = {
    kind: t('Workflow'),
    says: t('Workflow not found'),
    why: t('The workflow was deleted, or the link is wrong.'),
    icon: IconRoute,
    to: home,
    back: t('Back to workflows'),
  }
  return (
    <OneRecord read={read} failed={t("We couldn't load this workflow")} missing={missing}>
      {children}
    </OneRecord>
  )
}
