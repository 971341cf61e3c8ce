import classes from '../look/controls.module.css'

const round = 2 * Math.PI * 11

export function Ring({ left, of }: { left: number; of: number }) {
  return (
    <span className={classes.ring} aria-hidden>
      <svg viewBox="0 0 28 28" width="28" height="28">
        <circle cx="14" cy="14" r="11" />
        <circle cx="14" cy="14" r="11" strokeDasharray={round} strokeDashoffset={round * (1 - left / of)} />
      </svg>
      {left}
    </span>
  )
}
