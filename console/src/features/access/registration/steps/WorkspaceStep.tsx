import { registration } from '@claviger/contract/access/registration'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Choice } from '#platform/ui/fields/Choice.tsx'
import { Picture } from '#platform/ui/fields/Picture.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { countries, ownCountry } from '#features/tenancy/workspaces/workspace-countries.ts'
import { stepsOf } from '../flow.ts'
import type { BegunProps } from '../step.ts'
import { StepFoot } from '../StepFoot.tsx'
import { Availability, SuggestedAddress } from '#features/tenancy/workspaces/WorkspaceAddress.tsx'

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()

export default function WorkspaceStep({ state, advance, back, refused }: BegunProps) {
  const [start] = useState({
    name: state.workspace?.name ?? '',
    url: state.workspace?.url ?? '',
    icon: state.workspace?.icon ?? '',
    ...(!state.billing && { country: state.address?.country ?? ownCountry() }),
  })
  const [options] = useState(countries)
  const last = stepsOf(state.kind, state).at(-2) === 'workspace'
  return (
    <Form
      of={registration.workspace}
      size="md"
      start={start}
      fixed={{ timeZone }}
      needed={state.billing ? [] : 'country'}
      refused={refused}
      done={advance}
    >
      <Text name="name" label={t('Name')} autoComplete="organization" autoFocus />
      <SuggestedAddress />
      <Text
        name="url"
        label={t('URL')}
        help={t('Letters, digits, and hyphens. Users enter it to find your sign-in page.')}
      />
      <Availability />
      {/* With billing, the postal address was asked for already */}
      {!state.billing && (
        <Choice name="country" label={t('Country')} options={options} placeholder={t('Choose a country')} />
      )}
      <Picture name="icon" label={t('Icon')} help={t('A square JPG or PNG under 1 MB')} />
      <StepFoot back={back} {...(last && { next: t('Create workspace') })} />
    </Form>
  )
}
