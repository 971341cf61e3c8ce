import { IconCircleCheckFilled } from '@tabler/icons-react'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { keyActivation } from '@claviger/contract/keys/key-activation'
import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { Anchor } from '#platform/ui/bits/Anchor.tsx'
import { MailedLinkPage, MailReason } from '#shell/mailed/MailedLinkPage.tsx'

export type OpenedActivation = OutputOf<(typeof keyActivation)['calls']['open']['reply']>

export function Activation({
  opened,
  fault,
  title,
  wide = false,
  children,
}: {
  opened: OpenedActivation | null
  fault: string | null
  title: string
  wide?: boolean
  children: ReactNode
}) {
  return (
    <MailedLinkPage
      title={title}
      of={opened}
      fault={fault}
      under={opened && `${opened.person} · ${opened.workspaceName}`}
      wide={wide}
    >
      {fault !== null && (
        <MailReason>{t('Ask your workspace administrator for a new link. Your key is not lost.')}</MailReason>
      )}
      {fault === null && opened === null && <MailReason says>{t('Opening your link…')}</MailReason>}
      {opened !== null && children}
    </MailedLinkPage>
  )
}

export function Ready({ says, children }: { says: string; children?: ReactNode }) {
  return (
    <Stack gap={16} align="center" ta="center">
      <IconCircleCheckFilled className="cv-ok" size={56} aria-hidden />
      <p role="status">{says}</p>
      {children}
      <Button component={Anchor} href="/auth/sign-in" variant="default">
        {t('Go to sign-in')}
      </Button>
    </Stack>
  )
}
