import { trustDomains } from '@claviger/contract/tenancy/trust-domains'
import { workspaces } from '@claviger/contract/tenancy/workspaces'
import { IconBuildings } from '@tabler/icons-react'
import { useParams, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { WorkspaceIcon } from '#platform/ui/bits/WorkspaceIcon.tsx'
import type { Entries } from '#platform/ui/page/entries.ts'
import { OneRecord } from '#platform/ui/page/OneRecord.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Tabs } from '#platform/ui/page/Tabs.tsx'
import { useCrumb } from '#shell/crumb.ts'
import { useSession } from '#shell/session.tsx'
import { State, typeOf } from './workspace-labels.tsx'
import type { Workspace } from './workspace-labels.tsx'

const list = '/dashboard/super-admin/workspaces'

function Head({ workspace, primary, entries }: { workspace: Workspace; primary: ReactNode; entries: Entries }) {
  const here = useRouterState({ select: state => state.location.pathname })
  const home = `${list}/${workspace.id}`
  const { can } = useSession()
  const domains = useRead(trustDomains.ofWorkspace, { id: workspace.id }, { quiet: true }).data
  const part = (label: string, to: string, count = 0) => ({
    label,
    to,
    active: here === to,
    ...(count > 0 ? { count } : {}),
  })
  return (
    <>
      <PageHead
        title={workspace.name}
        picture={<WorkspaceIcon name={workspace.name} icon={null} size={52} />}
        beside={
          <>
            <State of={workspace} />
            {workspace.installation && <Tag>{t('This installation')}</Tag>}
            {workspace.special && <Tag>{t('Special')}</Tag>}
          </>
        }
        under={
          <>
            <span>{workspace.slug}</span>
            <span>{typeOf(workspace)}</span>
            <span>{t('{count, plural, one {# user} other {# users}}', { count: workspace.users })}</span>
            {workspace.owner && <span>{t('Owner {email}', { email: workspace.owner })}</span>}
            {workspace.partner && <span>{t('Partner {name}', { name: workspace.partner.name })}</span>}
          </>
        }
        add={primary}
        entries={entries}
      />
      <Tabs
        label={t('Workspace sections')}
        of={[
          part(t('Overview'), `${home}/control`),
          part(t('Administrators'), home),
          part(t('Key policies'), `${home}/policies`),
          ...(can('super.billing') ? [part(t('Billing'), `${home}/billing`)] : []),
          part(t('Trust domains'), `${home}/trust-domains`, domains?.items.length),
          part(t('Security keys'), `${home}/security-keys`),
          part(t('Card self-service'), `${home}/self-service`),
          part(t('Support access'), `${home}/support`),
          part(t('Log'), `${home}/log`),
        ]}
      />
    </>
  )
}

export function OneWorkspace({
  primary,
  entries = 'some',
  children,
}: {
  primary?: (workspace: Workspace) => ReactNode
  /** Of this tab. */
  entries?: Entries
  children: (workspace: Workspace) => ReactNode
}) {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const workspace = useRead(workspaces.one, { id }, { quiet: true })
  useCrumb(workspace.data?.name)
  return (
    <OneRecord
      read={workspace}
      failed={t('We could not load this workspace')}
      missing={{
        kind: t('Workspace'),
        says: t("This workspace doesn't exist"),
        why: t('The workspace was deleted, or the address is wrong.'),
        icon: IconBuildings,
        to: list,
        back: t('Back to workspaces'),
      }}
    >
      {found => (
        <>
          <Head workspace={found} primary={primary?.(found)} entries={entries} />
          {children(found)}
        </>
      )}
    </OneRecord>
  )
}
