import { registration } from '@claviger/contract/access/registration'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Phone } from '#platform/ui/fields/Phone.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import type { BegunProps } from '../step.ts'
import { StepFoot } from '../StepFoot.tsx'

export default function PersonalInfoStep({ state, advance, back, refused }: BegunProps) {
  const [start] = useState({
    firstName: state.firstName ?? '',
    lastName: state.lastName ?? '',
    phoneNumber: state.phoneNumber ?? { countryCode: '', mobileNumber: '' },
  })
  return (
    <Form of={registration.completePersonalInfo} size="md" start={start} refused={refused} done={advance}>
      <Text name="firstName" label={t('First name')} autoComplete="given-name" autoFocus />
      <Text name="lastName" label={t('Last name')} autoComplete="family-name" />
      <Phone name="phoneNumber" label={t('Phone')} />
      <StepFoot back={back} />
    </Form>
  )
}
