import classes from './bits.module.css'

export type Shape = 'disc' | 'ring' | 'triangle' | 'square' | 'dash' | 'quarter'
export type StatusTone = 'ok' | 'warn' | 'bad' | 'accent' | 'mute'

export interface StatusLook {
  word: string
  shape: Shape
  tone: StatusTone
}

const drawings: Record<Shape, React.ReactNode> = {
  disc: <circle cx="5" cy="5" r="4" fill="currentColor" />,
  ring: <circle cx="5" cy="5" r="3.2" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  triangle: <path d="M5 1 9.2 9H.8Z" fill="currentColor" />,
  square: <rect x="1" y="1" width="8" height="8" rx="1" fill="currentColor" />,
  dash: <rect x="1" y="4" width="8" height="2" rx="1" fill="currentColor" />,
  quarter: (
    <>
      <circle cx="5" cy="5" r="3.5" fill="none" stroke="var(--cv-line-2)" strokeWidth="1.4" />
      <path d="M5 1.5A3.5 3.5 0 0 1 8.5 5" fill="none" stroke="currentColor" strokeWidth="1.8" />
    </>
  ),
}

const colors: Record<StatusTone, string> = {
  ok: 'var(--cv-ok-dot)',
  warn: 'var(--cv-warn-dot)',
  bad: 'var(--cv-bad-dot)',
  accent: 'var(--cv-accent-text)',
  mute: 'var(--cv-mute-dot)',
}

/** A state as shape, color, and word, so that it never depends on color only. */
export function Status({ shape, tone, children }: { shape: Shape; tone: StatusTone; children: string }) {
  return (
    <span className={classes.status}>
      <Dot shape={shape} tone={tone} />
      {children}
    </span>
  )
}

export function Dot({ shape, tone }: { shape: Shape; tone: StatusTone }) {
  return (
    <svg color={colors[tone]} width="10" height="10" viewBox="0 0 10 10" aria-hidden>
      {drawings[shape]}
    </svg>
  )
}
