import { Box, Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Mark } from '#platform/ui/bits/Mark.tsx'
import { WorkspaceIcon } from '#platform/ui/bits/WorkspaceIcon.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { SignedOutPage } from '../SignedOutPage.tsx'
import type { SignedOutPageProps } from '../SignedOutPage.tsx'

export interface MailedProps extends Omit<SignedOutPageProps, 'tab' | 'picture'> {
  tab?: string
  of: { workspaceName: string; workspaceIcon: string | null } | null
  fault: string | null
}

export function MailedLinkPage({ tab, of, fault, children, ...rest }: MailedProps) {
  const picture = of ? <WorkspaceIcon name={of.workspaceName} icon={of.workspaceIcon} size={52} /> : <Mark size={52} />
  return (
    <SignedOutPage tab={tab ?? rest.title} picture={picture} {...rest}>
      <Stack gap={16}>
        {fault !== null && <Notice level="error">{fault}</Notice>}
        {children}
      </Stack>
    </SignedOutPage>
  )
}

export const MailReason = ({ says = false, children }: { says?: boolean; children: ReactNode }) => (
  <Box component="p" ta="center" className="cv-lead" role={says ? 'status' : undefined}>
    {children}
  </Box>
)

export const ContinueButton = ({
  link,
  busy,
  go,
  label,
}: {
  link: string
  busy: boolean
  go: () => void
  label: string
}) => (
  <Button size="lg" fullWidth disabled={link === ''} loading={busy} onClick={go}>
    {label}
  </Button>
)
