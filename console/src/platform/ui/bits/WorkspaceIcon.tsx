import classes from './bits.module.css'

export function WorkspaceIcon({ name, icon, size = 30 }: { name: string; icon: string | null; size?: number }) {
  const box = { width: size, height: size }
  if (icon !== null) return <img className={classes.icon} src={icon} alt="" style={box} />
  return (
    <span className={classes.letter} style={{ ...box, fontSize: Math.round(size / 2) }} aria-hidden>
      {name.trim()[0]?.toUpperCase() ?? '?'}
    </span>
  )
}
