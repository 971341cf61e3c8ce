import { Copy } from '../bits/Copy.tsx'
import { Notice } from '../page/Notice.tsx'
import classes from './over.module.css'

/** A secret that is shown this once, with a button to copy it. */
export function Secret({ value, what }: { value: string; what: string }) {
  return (
    <>
      <div className={classes.secret}>
        <code className="cv-mono">{value}</code>
        <Copy value={value} what={what} />
      </div>
      <Notice level="warning">Copy it now. It is not shown again.</Notice>
    </>
  )
}
