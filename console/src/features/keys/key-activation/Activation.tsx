import { IconCircleCheckFilled } from '@tabler/icons-react'
import type { OutputOf } from '@claviger/contract/ground/endpoint'
import type { keyActivation } from '@claviger/contract/keys/security-keys/key-activation'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../../ground/text/text.ts'
import { Anchor } from '../../../ground/ui/bits/Anchor.tsx'
import { Mark } from '../../../ground/ui/bits/Mark.tsx'
import { WorkspaceIcon } from '../../../ground/ui/bits/WorkspaceIcon.tsx'
import { Notice } from '../../../ground/ui/page/Notice.tsx'
import { Outside } from '../../../shell/Outside.tsx'
import classes from './activation.module.css'

export type Opened = OutputOf<(typeof keyActivation)['calls']['open']['reply']>

/** The page around the activation of a key: whose it is, or why its link does not work and whom to ask. */
export function Activation({
  opened,
  fault,
  title,
  wide = false,
  children,
}: {
  opened: Opened | null
  fault: string | null
  title: string
  wide?: boolean
  children: ReactNode
}) {
  return (
    <Outside
      tab={title}
      picture={
        opened ? (
          <WorkspaceIcon name={opened.workspaceName} icon={opened.workspaceIcon} size={52} />
        ) : (
          <Mark size={52} />
        )
      }
      title={title}
      {...(opened ? { under: `${opened.person} · ${opened.workspaceName}` } : {})}
      wide={wide}
    >
      <div className={classes.steps}>
        {fault !== null && (
          <>
            <Notice level="error">{fault}</Notice>
            <p className={classes.why}>
              {t('Ask the administrator of your workspace to send you a new link. The key itself is not lost.')}
            </p>
          </>
        )}
        {fault === null && opened === null && <p role="status">{t('Opening your link…')}</p>}
        {opened !== null && children}
      </div>
    </Outside>
  )
}

/** The key can be used. */
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
