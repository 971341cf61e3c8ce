import classes from './apps.module.css'

/** An application's icon or initials on a tile; hidden from screen readers because the name is next to it. */
export function AppIcon({
  name,
  picture = null,
  size = 24,
}: {
  name: string
  picture?: string | null
  size?: 24 | 40
}) {
  if (picture !== null) return <img className={classes.picture} src={picture} alt="" width={size} height={size} />
  const words = name.split(/[\s(._-]+/).filter(word => /^[\p{L}\p{N}]/u.test(word))
  const [first = '', second] = words
  const letters = second === undefined ? first.slice(0, 2) : `${first[0] ?? ''}${second[0] ?? ''}`
  return (
    <span className={classes.icon} data-size={size} aria-hidden>
      {letters.toUpperCase()}
    </span>
  )
}
