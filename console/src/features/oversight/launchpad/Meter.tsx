import { IconCheck } from '@tabler/icons-react'
import classes from './launchpad.module.css'

interface MeterProps {
  title: string
  number: number
  done: number
  of: number
  /** The figures in words. */
  amount: string
}

/** A task's title with how far it is. */
export function Meter({ title, number, done, of, amount }: MeterProps) {
  const finished = done >= of
  return (
    <>
      <div className={`cv-named ${classes.head ?? ''}`}>
        <span className={classes.ball} data-done={finished || undefined} aria-hidden>
          {finished ? <IconCheck size={12} stroke={3} /> : number}
        </span>
        <b>{title}</b>
        <span className={classes.amount}>{amount}</span>
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
        <span
          data-done={finished || undefined}
          style={{ width: `${Math.min(100, of === 0 ? 100 : (done / of) * 100)}%` }}
        />
      </div>
    </>
  )
}
