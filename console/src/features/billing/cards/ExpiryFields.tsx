import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Choice } from '#platform/ui/fields/Choice.tsx'
import { months, years } from './card-words.ts'
import classes from './cards.module.css'

export function ExpiryFields() {
  const [options] = useState(() => ({ months: months(), years: years() }))
  return (
    <div className={classes.halves}>
      <Choice
        name="expirationMonth"
        label={t('Expiration month')}
        options={options.months}
        autoComplete="cc-exp-month"
      />
      <Choice name="expirationYear" label={t('Expiration year')} options={options.years} autoComplete="cc-exp-year" />
    </div>
  )
}
