import { Button, Group, Stack } from '@mantine/core'
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
    <Stack component="ol" gap={6}>
      <Group component="li" gap={8} align="stretch" wrap="nowrap" className={saving ? undefined : 'cv-strong'}>
        <span className={`${classes.sign ?? ''} ${saving ? 'cv-ok' : ''}`} aria-hidden>
          {saving ? <IconCheck size={16} stroke={2} /> : <IconHandFinger size={16} stroke={1.8} />}
        </span>
        {t(now)}
      </Group>
      <Group component="li" gap={8} align="stretch" wrap="nowrap" className={saving ? 'cv-strong' : 'cv-muted'}>
        <span className={classes.sign} aria-hidden>
          2
        </span>
        {t("We'll save the key to your account")}
      </Group>
    </Stack>
  )
}

const panel = {
  className: `${classes.panel ?? ''} cv-panel cv-lead`,
  gap: '12px 20px',
  justify: 'space-between',
  mih: 88,
  p: '20px 24px',
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
      {stage === 'ready' && <Group {...panel}>{ready}</Group>}
      {(stage === 'waiting' || stage === 'saving') && (
        <WaitingForKey seconds={seconds} title={t(title)} cancel={cancel}>
          <Steps now={now} saving={stage === 'saving'} />
        </WaitingForKey>
      )}
      {stage === 'saved' && (
        <Group {...panel} data-saved role="status">
          <IconCircleCheck className="cv-ok" size={22} stroke={1.7} aria-hidden />
          <div className="cv-apart cv-fill">{saved}</div>
        </Group>
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
