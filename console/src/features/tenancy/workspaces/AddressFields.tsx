import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Choice } from '#platform/ui/fields/Choice.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { countries } from './workspace-countries.ts'
import classes from './workspaces.module.css'

export const noAddress = { country: '', address: '', postalCode: '', city: '', province: '' }

/** Fields of a postal address, in the names of the contract. */
export function AddressFields({ autoFocus = false }: { autoFocus?: boolean }) {
  const [options] = useState(countries)
  return (
    <>
      <Choice name="country" label={t('Country')} options={options} placeholder={t('Choose a country')} />
      <Text name="address" label={t('Address')} autoComplete="street-address" maxLength={300} autoFocus={autoFocus} />
      <div className={classes.pair}>
        <Text name="postalCode" label={t('Postal code')} autoComplete="postal-code" />
        <Text name="city" label={t('City')} autoComplete="address-level2" />
      </div>
      <Text name="province" label={t('Province')} autoComplete="address-level1" />
    </>
  )
}
