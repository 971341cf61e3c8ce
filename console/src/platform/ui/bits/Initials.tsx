import classes from './bits.module.css'

const letters = (name: string) => {
  const words = name
    .replace(/^(?:Dr|Prof|Mr|Ms|Mrs)\.?\s+/i, '')
    .split(/\s+/)
    .filter(word => /^\p{L}/u.test(word))
  return ((words[0]?.[0] ?? '') + (words.length > 1 ? (words.at(-1)?.[0] ?? '') : '')).toUpperCase()
}

const fontSizes = { 24: 9.5, 28: 11, 52: 20 }

/** A user's initials in a circle; hidden from screen readers because the name is next to it. */
export function Initials({ name, size = 24 }: { name: string; size?: keyof typeof fontSizes }) {
  return (
    <span className={classes.initials} style={{ width: size, height: size, fontSize: fontSizes[size] }} aria-hidden>
      {letters(name)}
    </span>
  )
}
