import { t } from '#platform/text/text.ts'
import classes from './fields.module.css'

/** A field's label; marks optional fields, because required is the default. */
export function Label({ text, optional }: { text: string; optional: boolean }) {
  return (
    <>
      {text}
      {optional && <span className={classes.optional}> {t('(optional)')}</span>}
    </>
  )
}
