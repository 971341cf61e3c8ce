import classes from '../look/controls.module.css'

export function Spinner({ size = 16 }: { size?: 16 | 20 | 28 | 44 }) {
  return <span className={classes.spinner} data-size={size} aria-hidden />
}
