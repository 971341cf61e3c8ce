import { registration } from '@claviger/contract/access/registration'
import { useState } from 'react'
import { Form } from '#platform/ui/form/Form.tsx'
import { AddressFields, noAddress } from '#features/tenancy/workspaces/AddressFields.tsx'
import { ownCountry } from '#features/tenancy/workspaces/workspace-countries.ts'
import type { BegunProps } from '../step.ts'
import { StepFoot } from '../StepFoot.tsx'

export default function AddressStep({ state, advance, back, refused }: BegunProps) {
  const [start] = useState(state.address ?? { ...noAddress, country: ownCountry() })
  return (
    <Form of={registration.address} size="md" start={start} refused={refused} done={advance}>
      <AddressFields autoFocus={start.country !== ''} />
      <StepFoot back={back} />
    </Form>
  )
}
