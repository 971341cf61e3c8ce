import { Copy } from './Copy.tsx'
import classes from './bits.module.css'

/** A value as it has to be given elsewhere, letter by letter, with a button that copies it. */
export function Value({ of, what }: { of: string; what: string }) {
  return (
    <div className={classes.value}>
      <code>{of}</code>
      <Copy value={of} what={what} />
    </div>
  )
}
