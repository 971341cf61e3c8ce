import { Button } from '@mantine/core'
import { IconCheck, IconCircleCheck, IconHandFinger } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Notice } from '../../../../ground/ui/page/Notice.tsx'
import { WaitingForKey } from '../../../../ground/ui/steps/WaitingForKey.tsx'
import classes from './key.module.css'
import type { Stage } from './useCeremony.ts'

const words = {
  any: {
    title: 'Follow your browser',
    steps: ['Choose where to keep the passkey', 'Confirm with your fingerprint, your face or a PIN'],
  },
  'cross-platform': {
    title: 'Touch your key now',
    steps: ['Plug in your key, or hold it to the reader', 'Touch it while it blinks'],
  },
}

export type Attachment = keyof typeof words

function Steps({ of, saving }: { of: readonly string[]; saving: boolean }) {
  const all = [...of, 'We save the key to your account']
  return (
    <ol className={classes.steps}>
      {all.map((text, place) => {
        const last = place === all.length - 1
        const state = saving && !last ? 'done' : saving === last ? 'now' : 'later'
        return (
          <li key={text} data-state={state}>
            <span className={classes.sign} aria-hidden>
              {state === 'done' ? (
                <IconCheck size={16} stroke={2} />
              ) : state === 'now' && !last ? (
                <IconHandFinger size={16} stroke={1.8} />
              ) : (
                place + 1
              )}
            </span>
            {text}
          </li>
        )
      })}
    </ol>
  )
}

export interface KeyPanelProps {
  stage: Stage
  seconds: number
  problem: string | null
  attachment: Attachment
  cancel: () => void
  /** What is shown once the key is saved. */
  saved: ReactNode
  /** What is shown before, with the button that begins. */
  ready: ReactNode
}

/** Making a passkey: ready, waiting with the seconds left, saved; and what went wrong. */
export function KeyPanel({ stage, seconds, problem, attachment, cancel, saved, ready }: KeyPanelProps) {
  const { title, steps } = words[attachment]
  return (
    <>
      {problem !== null && <Notice level="error">{problem}</Notice>}
      {stage === 'ready' && <div className={classes.panel}>{ready}</div>}
      {(stage === 'waiting' || stage === 'saving') && (
        <WaitingForKey seconds={seconds} title={title} cancel={cancel}>
          <Steps of={steps} saving={stage === 'saving'} />
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

/** The button that begins, with a line that says what comes. */
export function BeginKey({ label, begin, children }: { label: string; begin: () => void; children: ReactNode }) {
  return (
    <>
      <p>{children}</p>
      <Button size="md" onClick={begin}>
        {label}
      </Button>
    </>
  )
}
