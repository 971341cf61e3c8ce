import { IconCircleCheckFilled } from '@tabler/icons-react'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { keyActivation } from '@claviger/contract/keys/key-activation'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { Anchor } from '#platform/ui/bits/Anchor.tsx'
import { Mailed, Why } from '#shell/mailed/Mailed.tsx'
import classes from './activation.module.css'

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
    <Mailed
      title={title}
      of={opened}
      fault={fault}
      under={opened && `${opened.person} · ${opened.workspaceName}`}
      wide={wide}
    >
      {fault !== null && <Why>{t('Ask your workspace administrator for a new link. Your key is not lost.')}</Why>}
      {fault === null && opened === null && <Why says>{t('Opening your link…')}</Why>}
      {opened !== null && children}
    </Mailed>
  )
}

export function Ready({ says, children }: { says: string; children?: ReactNode }) {
  return (
    <div className={classes.done}>
      <IconCircleCheckFilled size={56} aria-hidden />
      <p role="status">{says}</p>
      {children}
      <Button component={Anchor} href="/auth/sign-in" variant="default">
        {t('Go to sign-in')}
      </Button>
    </div>
  )
}
