import { type GovernanceEntry, lookUps } from '@claviger/contract/governance/look-ups'
import { activityStatus } from '@claviger/contract/oversight/activity'
import { logActions } from '@claviger/contract/oversight/log-actions'
import { IconListDetails } from '@tabler/icons-react'
import { msg, t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { OneWorkspace } from '#features/tenancy/workspaces/OneWorkspace.tsx'

const labels: Readonly<Record<string, { label: string }>> = logActions

const actOf = ({ action }: GovernanceEntry): string => t(labels[action]?.label ?? action)
const failed = ({ status }: GovernanceEntry) => status === activityStatus.failed
const aboutOf = ({ objectName, reason }: GovernanceEntry): string =>
  [objectName, reason].filter(part => part !== null).join(' · ')

const columns: readonly Column<GovernanceEntry>[] = [
  {
    name: 'at',
    label: msg('Time'),
    fixed: true,
    cell: ({ at }) => <When at={at} />,
    text: ({ at }) => at,
  },
  { name: 'actor', label: msg('By'), text: ({ actorName }) => actorName },
  {
    name: 'action',
    label: msg('Action'),
    cell: entry =>
      failed(entry) ? (
        <Status shape="disc" tone="bad">
          {actOf(entry)}
        </Status>
      ) : (
        actOf(entry)
      ),
    text: actOf,
  },
  { name: 'about', label: msg('About'), text: aboutOf },
]

const lines = (entry: GovernanceEntry): PhoneRow => ({
  name: actOf(entry),
  status: null,
  second: entry.actorName,
  secondRight: <When at={entry.at} as="ago" />,
})

export default function WorkspaceLogPage() {
  return (
    <OneWorkspace>
      {({ id }) => (
        <>
          <Notice>{t('Entries about the workspace as a whole. Entries about its users stay in its own log.')}</Notice>
          <ListPage<GovernanceEntry, typeof lookUps.log.input>
            of={lookUps.log}
            fixed={{ id }}
            noun={t('entries')}
            columns={columns}
            rowName={actOf}
            phone={lines}
            empty={
              <EmptyState
                title={t('No entries yet')}
                link={{ to: `/dashboard/super-admin/workspaces/${id}`, label: t('Open overview') }}
                icon={IconListDetails}
              >
                {t('Changes to the workspace, support access, and billing appear here.')}
              </EmptyState>
            }
          />
        </>
      )}
    </OneWorkspace>
  )
}
