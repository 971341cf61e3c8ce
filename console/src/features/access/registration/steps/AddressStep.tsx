import { registration } from '@claviger/contract/access/registration'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Choice } from '#platform/ui/fields/Choice.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import classes from '../register.module.css'
import type { BegunProps } from '../step.ts'
import { StepFoot } from '../StepFoot.tsx'
import { countries, ownCountry } from '#features/tenancy/workspaces/workspace-countries.ts'

const empty = { province: '', city: '', address: '', postalCode: '' }

export default function AddressStep({ state, advance, back, refused }: BegunProps) {
  const [start] = useState(state.address ?? { ...empty, country: ownCountry() })
  const [options] = useState(countries)
  return (
    <Form of={registration.address} size="md" start={start} refused={refused} done={advance}>
      <Choice name="country" label={t('Country')} options={options} placeholder={t('Choose a country')} />
      <Text
        name="address"
        label={t('Address')}
        autoComplete="street-address"
        maxLength={300}
        autoFocus={start.country !== ''}
      />
      <div className={classes.pair}>
        <Text name="postalCode" label={t('Postal code')} autoComplete="postal-code" />
        <Text name="city" label={t('City')} autoComplete="address-level2" />
      </div>
      <Text name="province" label={t('Province')} autoComplete="address-level1" />
      <StepFoot back={back} />
    </Form>
  )
}
