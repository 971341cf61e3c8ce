import { t } from '../../text/text.ts'
import classes from './fields.module.css'

/** A field's label; whatever may stay empty says so, because required is the rule. */
export function Label({ text, optional }: { text: string; optional: boolean }) {
  return (
    <>
      {text}
      {optional && <span className={classes.optional}> {t('(optional)')}</span>}
    </>
  )
}
