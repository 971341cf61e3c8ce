import classes from './apps.module.css'

/** The first letters of an application's name on a tile; the name stands beside it, so readers skip it. */
export function AppIcon({ name, size = 24 }: { name: string; size?: 24 | 40 }) {
  const words = name.split(/[\s(._-]+/).filter(word => /^[\p{L}\p{N}]/u.test(word))
  const [first = '', second] = words
  const letters = second === undefined ? first.slice(0, 2) : `${first[0] ?? ''}${second[0] ?? ''}`
  return (
    <span className={classes.icon} data-size={size} aria-hidden>
      {letters.toUpperCase()}
    </span>
  )
}
