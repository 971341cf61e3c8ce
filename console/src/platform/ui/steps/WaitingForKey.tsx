import { Button, RingProgress } from '@mantine/core'
import '@mantine/core/styles/RingProgress.layer.css'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import classes from './waiting.module.css'

export function WaitingForKey({
  seconds,
  title,
  cancel,
  children,
}: {
  seconds: number
  title: string
  cancel: () => void
  children: ReactNode
}) {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(() => setLeft(now => Math.max(0, now - 1)), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className={classes.waiting}>
      <RingProgress
        size={96}
        thickness={6}
        roundCaps
        aria-hidden
        sections={[{ value: (left / seconds) * 100, color: 'var(--cv-accent)' }]}
        label={
          <div className={classes.left}>
            <strong className="cv-number">{left}</strong>
            <span>{t('seconds')}</span>
          </div>
        }
      />
      <div className={classes.now} role="status">
        <h2>{title}</h2>
        {children}
      </div>
      <Button variant="default" size="md" onClick={cancel}>
        {t('Cancel')}
      </Button>
    </div>
  )
}
