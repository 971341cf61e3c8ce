import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Mark } from '#platform/ui/bits/Mark.tsx'
import { WorkspaceIcon } from '#platform/ui/bits/WorkspaceIcon.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Outside } from '../Outside.tsx'
import type { OutsideProps } from '../Outside.tsx'
import classes from './mailed.module.css'

export interface MailedProps extends Omit<OutsideProps, 'tab' | 'picture'> {
  tab?: string
  of: { workspaceName: string; workspaceIcon: string | null } | null
  fault: string | null
}

export function Mailed({ tab, of, fault, children, ...rest }: MailedProps) {
  const picture = of ? <WorkspaceIcon name={of.workspaceName} icon={of.workspaceIcon} size={52} /> : <Mark size={52} />
  return (
    <Outside tab={tab ?? rest.title} picture={picture} {...rest}>
      <Stack gap={16}>
        {fault !== null && <Notice level="error">{fault}</Notice>}
        {children}
      </Stack>
    </Outside>
  )
}

export const Why = ({ says = false, children }: { says?: boolean; children: ReactNode }) => (
  <p className={classes.why} role={says ? 'status' : undefined}>
    {children}
  </p>
)

export const GoOn = ({ link, busy, go, label }: { link: string; busy: boolean; go: () => void; label: string }) => (
  <Button size="lg" fullWidth disabled={link === ''} loading={busy} onClick={go}>
    {label}
  </Button>
)
