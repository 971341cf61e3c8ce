import { Button } from '@mantine/core'
import { IconCheck, IconCircleCheck, IconHandFinger } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { msg, t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { WaitingForKey } from '#platform/ui/steps/WaitingForKey.tsx'
import classes from './security-key/key.module.css'
import type { CeremonyStage } from './useCeremony.ts'

const words = {
  any: {
    title: msg("Follow your browser's instructions"),
    now: msg('Choose where to save the passkey. Then confirm with your fingerprint, your face, or a PIN.'),
  },
  'cross-platform': {
    title: msg('Touch your key now'),
    now: msg('Plug it in or hold it to the reader, then touch it when it blinks'),
  },
}

export type Attachment = keyof typeof words

function Steps({ now, saving }: { now: string; saving: boolean }) {
  return (
    <ol className={classes.steps}>
      <li data-state={saving ? 'done' : 'now'}>
        <span className={classes.sign} aria-hidden>
          {saving ? <IconCheck size={16} stroke={2} /> : <IconHandFinger size={16} stroke={1.8} />}
        </span>
        {t(now)}
      </li>
      <li data-state={saving ? 'now' : 'later'}>
        <span className={classes.sign} aria-hidden>
          2
        </span>
        {t("We'll save the key to your account")}
      </li>
    </ol>
  )
}

export interface KeyPanelProps {
  stage: CeremonyStage
  seconds: number
  problem: string | null
  attachment: Attachment
  cancel: () => void
  saved: ReactNode
  ready: ReactNode
}

export function KeyPanel({ stage, seconds, problem, attachment, cancel, saved, ready }: KeyPanelProps) {
  const { title, now } = words[attachment]
  return (
    <>
      {problem !== null && <Notice level="error">{problem}</Notice>}
      {stage === 'ready' && <div className={classes.panel}>{ready}</div>}
      {(stage === 'waiting' || stage === 'saving') && (
        <WaitingForKey seconds={seconds} title={t(title)} cancel={cancel}>
          <Steps now={now} saving={stage === 'saving'} />
        </WaitingForKey>
      )}
      {stage === 'saved' && (
        <div className={classes.panel} data-saved role="status">
          <IconCircleCheck size={22} stroke={1.7} aria-hidden />
          <div>{saved}</div>
        </div>
      )}
    </>
  )
}

export function BeginKey({ label, begin, children }: { label: string; begin: () => void; children: ReactNode }) {
  return (
    <>
      <p>{children}</p>
      <Button size="md" onClick={begin} autoFocus>
        {label}
      </Button>
    </>
  )
}
