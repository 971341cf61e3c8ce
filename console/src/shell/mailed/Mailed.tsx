import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Mark } from '../../ground/ui/bits/Mark.tsx'
import { WorkspaceIcon } from '../../ground/ui/bits/WorkspaceIcon.tsx'
import { Notice } from '../../ground/ui/page/Notice.tsx'
import { Outside } from '../Outside.tsx'
import type { OutsideProps } from '../Outside.tsx'
import classes from './mailed.module.css'

export interface MailedProps extends Omit<OutsideProps, 'tab' | 'picture'> {
  /** Name of the browser's tab, where it is not the title. */
  tab?: string
  /** In whose name the link speaks, once it was opened. */
  of: { workspaceName: string; workspaceIcon: string | null } | null
  /** Why the link, or what was asked by it, did not work. */
  fault: string | null
}

/** The page behind a mailed link: in whose name it speaks, why it does not work, and what it asks. */
export function Mailed({ tab, of, fault, children, ...rest }: MailedProps) {
  const picture = of ? <WorkspaceIcon name={of.workspaceName} icon={of.workspaceIcon} size={52} /> : <Mark size={52} />
  return (
    <Outside tab={tab ?? rest.title} picture={picture} {...rest}>
      <div className={classes.steps}>
        {fault !== null && <Notice level="error">{fault}</Notice>}
        {children}
      </div>
    </Outside>
  )
}

/** A sentence or two on that page. */
export const Why = ({ says = false, children }: { says?: boolean; children: ReactNode }) => (
  <p className={classes.why} role={says ? 'status' : undefined}>
    {children}
  </p>
)

/** Programs that look into mails open links, too; only a person goes on. */
export const GoOn = ({ link, busy, go, label }: { link: string; busy: boolean; go: () => void; label: string }) => (
  <Button size="lg" fullWidth disabled={link === ''} loading={busy} onClick={go}>
    {label}
  </Button>
)
