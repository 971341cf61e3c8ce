import { Menu, UnstyledButton } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { IconSelector } from '@tabler/icons-react'
import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { msg, t } from '#platform/text/text.ts'
import { WorkspaceIcon } from '#platform/ui/bits/WorkspaceIcon.tsx'
import { useSession } from '#shell/session.tsx'
import classes from './menu.module.css'

const kinds: Record<number, string> = {
  [workspaceTypes.business]: msg('Business'),
  [workspaceTypes.individual]: msg('Personal'),
  [workspaceTypes.partner]: msg('Partner'),
  [workspaceTypes.company]: msg('Business'),
  [workspaceTypes.school]: msg('School'),
}

export function WorkspaceSwitch({ folded }: { folded: boolean }) {
  const { me } = useSession()
  const { workspace, otherWorkspaces } = me
  const face = (
    <>
      <WorkspaceIcon name={workspace.name} icon={workspace.icon ?? workspace.partner?.icon ?? null} />
      {!folded && (
        <span className={`cv-fill cv-lines ${classes.workspace}`}>
          <strong className="cv-cut">{workspace.name}</strong>
          <span className="cv-cut cv-muted">
            {workspace.slug} · {t(kinds[workspace.type] ?? msg('Business'))}
          </span>
        </span>
      )}
    </>
  )
  if (otherWorkspaces.length === 0) return <div className={`cv-named ${classes.switch}`}>{face}</div>
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <UnstyledButton className={`cv-named ${classes.switch}`}>
          {face}
          <span className="cv-hidden">{t('Switch workspace')}</span>
          {!folded && <IconSelector size={16} stroke={1.7} aria-hidden />}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('Sign in to')}</Menu.Label>
        {otherWorkspaces.map(other => (
          <Menu.Item
            key={other.id}
            component="a"
            href={`/auth/sign-in?workspace=${encodeURIComponent(other.slug)}`}
            leftSection={<WorkspaceIcon name={other.name} icon={other.icon} size={20} />}
          >
            {other.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
