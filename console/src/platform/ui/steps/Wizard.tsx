import { Stack } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { Brand } from '../bits/Mark.tsx'
import classes from './steps.module.css'

export interface WizardStep {
  name: string
  label: string
  answer?: string
}

export interface WizardProps {
  title: string
  steps: readonly WizardStep[]
  at: string
  left?: string
  corner?: ReactNode
  note?: string
  heading: string
  lead?: ReactNode
  children: ReactNode
}

export function Wizard({ title, steps, at, left, corner, note, heading, lead, children }: WizardProps) {
  const index = steps.findIndex(step => step.name === at)
  const head = useRef<HTMLHeadingElement>(null)
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    document.title = `${heading} · Claviger`
    if (!main.current?.contains(document.activeElement)) head.current?.focus()
  }, [heading])
  return (
    <div className={classes.wizard}>
      <aside className={`cv-column ${classes.rail}`} aria-label={title}>
        <Brand />
        <div>
          <p className={`cv-title ${classes.railTitle}`}>{title}</p>
          <p className={`cv-muted ${classes.count}`}>
            {t('Step {step} of {steps}', { step: index + 1, steps: steps.length })}
            <span className={classes.open}> · {steps[index]?.label}</span>
            {left && <span className={classes.left}> · {left}</span>}
          </p>
          <div className={classes.line} aria-hidden>
            <span style={{ width: `${((index + 1) / steps.length) * 100}%` }} />
          </div>
        </div>
        <ol className={classes.steps}>
          {steps.map((step, place) => (
            <li
              key={step.name}
              className={`cv-line cv-muted cv-step ${classes.step}`}
              data-done={place < index || undefined}
              aria-current={place === index ? 'step' : undefined}
            >
              <span className={`cv-centered cv-dot ${classes.dot}`}>
                {place < index ? <IconCheck size={13} stroke={2.4} aria-hidden /> : place + 1}
              </span>
              <span className="cv-cut">
                <span className={place === index ? 'cv-strong' : `${classes.label} ${place < index ? 'cv-quiet' : ''}`}>
                  {step.label}
                </span>
                {place < index && step.answer && <span className="cv-muted"> · {step.answer}</span>}
              </span>
            </li>
          ))}
        </ol>
        {note && <p className={`cv-muted ${classes.note}`}>{note}</p>}
      </aside>
      <Stack gap={0} miw={0}>
        <header className={`cv-line ${classes.corner}`}>{corner}</header>
        <main ref={main} className={classes.main}>
          <h1 ref={head} tabIndex={-1} className="cv-large-title">
            {heading}
          </h1>
          {lead && <p className={`cv-lead ${classes.lead}`}>{lead}</p>}
          <Stack gap={16} mt={24}>
            {children}
          </Stack>
        </main>
      </Stack>
    </div>
  )
}
