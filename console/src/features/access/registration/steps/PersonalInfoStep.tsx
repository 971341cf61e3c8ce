import { registration } from '@claviger/contract/access/registration'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Phone } from '#platform/ui/fields/Phone.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import type { BegunProps } from '../step.ts'
import { StepFoot } from '../StepFoot.tsx'

/** The phone, where the installation asks for it; the name only if the registration began without one. */
export default function PersonalInfoStep({ state, advance, back, refused }: BegunProps) {
  const [asksName] = useState(state.firstName === null)
  const [start] = useState({
    ...(asksName && { firstName: '', lastName: '' }),
    phoneNumber: state.phoneNumber ?? { countryCode: '', mobileNumber: '' },
  })
  const known = asksName ? {} : { firstName: state.firstName, lastName: state.lastName }
  return (
    <Form of={registration.completePersonalInfo} size="md" start={start} fixed={known} refused={refused} done={advance}>
      {asksName && (
        <>
          <Text name="firstName" label={t('First name')} autoComplete="given-name" autoFocus />
          <Text name="lastName" label={t('Last name')} autoComplete="family-name" />
        </>
      )}
      {state.asks.includes('phone') && <Phone name="phoneNumber" label={t('Phone')} />}
      <StepFoot back={back} />
    </Form>
  )
}
