import { Box } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { t } from '#platform/text/text.ts'
import { count } from '#platform/text/formats.ts'
import type { Task } from './tasks.ts'
import classes from './launchpad.module.css'

interface MeterProps {
  title: string
  number: number
  task: Task
}

export function Meter({ title, number, task: { done, of } }: MeterProps) {
  const amount = t('{done} of {total}', { done: count(done), total: count(of) })
  const finished = done >= of
  return (
    <>
      <div className="cv-named">
        <span className={classes.ball} data-done={finished || undefined} aria-hidden>
          {finished ? <IconCheck size={12} stroke={3} /> : number}
        </span>
        <b>{title}</b>
        <Box component="span" className="cv-small cv-number" ms="auto" style={{ whiteSpace: 'nowrap' }}>
          {amount}
        </Box>
      </div>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={title}
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={of}
        aria-valuetext={amount}
      >
        <Box
          component="span"
          display="block"
          h="100%"
          data-done={finished || undefined}
          style={{ width: `${Math.min(100, of === 0 ? 100 : (done / of) * 100)}%` }}
        />
      </div>
    </>
  )
}
