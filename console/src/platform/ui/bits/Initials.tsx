import classes from './bits.module.css'

const letters = (name: string) => {
  const words = name
    .replace(/^(?:Dr|Prof|Mr|Ms|Mrs)\.?\s+/i, '')
    .split(/\s+/)
    .filter(word => /^\p{L}/u.test(word))
  return ((words[0]?.[0] ?? '') + (words.length > 1 ? (words.at(-1)?.[0] ?? '') : '')).toUpperCase()
}

/** A user's initials in a circle; hidden from screen readers because the name is next to it. */
export function Initials({ name, size = 24 }: { name: string; size?: 24 | 28 | 52 }) {
  return (
    <span className={classes.initials} data-size={size} aria-hidden>
      {letters(name)}
    </span>
  )
}
