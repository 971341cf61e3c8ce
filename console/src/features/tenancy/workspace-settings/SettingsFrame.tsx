import { Stack } from '@mantine/core'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import type { WorkspaceDetails } from '@claviger/contract/tenancy/workspace-settings'
import type { ReactNode } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { msg, t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Tabs } from '#platform/ui/page/Tabs.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { LogLink } from '#shell/LogLink.tsx'
import { useSession } from '#shell/session.tsx'

const tabs = [
  [msg('General'), '/dashboard/workspace'],
  [msg('PIN policy'), '/dashboard/workspace/pin-policy'],
  [msg('Key settings'), '/dashboard/workspace/security-key-setting'],
  [msg('User permissions'), '/dashboard/workspace/user-permission'],
  [msg('Trust domains'), '/dashboard/workspace/trust-domains'],
  [msg('Log streams'), '/dashboard/workspace/log-streams', 'log-streams.read'],
  [msg('Private addresses'), '/dashboard/workspace/private-addresses'],
  [msg('Baselines'), '/dashboard/workspace/baselines', 'policies.read'],
] as const

// Only customers of a partner are offered baselines
const ofCustomers = '/dashboard/workspace/baselines'

export function SettingsFrame({
  open,
  children,
}: {
  open: (typeof tabs)[number][0]
  children: (details: WorkspaceDetails) => ReactNode
}) {
  const { can, me } = useSession()
  const details = useRead(workspaceSettings.details, {})
  return (
    <Stack gap={16} miw={0}>
      <PageHead title={t('Workspace settings')} under={<LogLink id={me.workspace.id} name={me.workspace.name} />} />
      <Tabs
        of={tabs
          .filter(
            ([, to, may]) => (may === undefined || can(may)) && (to !== ofCustomers || me.workspace.partner !== null),
          )
          .map(([label, to]) => ({ label: t(label), to, active: label === open }))}
        label={t('Settings sections')}
      />
      {!can('workspace.write') && (
        <Notice>{t('Your role can view these settings. An owner or administrator can change them.')}</Notice>
      )}
      <Waiting on={details} what={t('the settings')}>
        {details.data && children(details.data)}
      </Waiting>
    </Stack>
  )
}
