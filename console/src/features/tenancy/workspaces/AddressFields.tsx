import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Choice } from '#platform/ui/fields/Choice.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { countries } from './workspace-countries.ts'

export const noAddress = { country: '', address: '', postalCode: '', city: '', province: '' }

/** Fields of a postal address, in the names of the contract. */
export function AddressFields({ autoFocus = false }: { autoFocus?: boolean }) {
  const [options] = useState(countries)
  return (
    <>
      <Choice name="country" label={t('Country')} options={options} placeholder={t('Choose a country')} />
      <Text name="address" label={t('Address')} autoComplete="street-address" maxLength={300} autoFocus={autoFocus} />
      <Grid columns="1fr 2fr" below={768}>
        <Text name="postalCode" label={t('Postal code')} autoComplete="postal-code" />
        <Text name="city" label={t('City')} autoComplete="address-level2" />
      </Grid>
      <Text name="province" label={t('Province')} autoComplete="address-level1" />
    </>
  )
}
