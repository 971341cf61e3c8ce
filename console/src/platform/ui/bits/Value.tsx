import { Copy } from './Copy.tsx'
import classes from './bits.module.css'

export function Value({ of, what }: { of: string; what: string }) {
  return (
    <div className={classes.value}>
      <code>{of}</code>
      <Copy value={of} what={what} />
    </div>
  )
}
