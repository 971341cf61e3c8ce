import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Choice } from '#platform/ui/fields/Choice.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { months, years } from './card-words.ts'

export function ExpiryFields() {
  const [options] = useState(() => ({ months: months(), years: years() }))
  return (
    <Grid columns="minmax(0, 1fr) minmax(0, 1fr)" gap={12}>
      <Choice
        name="expirationMonth"
        label={t('Expiration month')}
        options={options.months}
        autoComplete="cc-exp-month"
      />
      <Choice name="expirationYear" label={t('Expiration year')} options={options.years} autoComplete="cc-exp-year" />
    </Grid>
  )
}
