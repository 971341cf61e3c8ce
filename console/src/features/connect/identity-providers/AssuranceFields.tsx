import {
  AssuranceRules,
  birthDateAttributes,
  matchedFields,
  type MatchedField,
} from '@claviger/contract/connect/identity-providers'
import { Checkbox, NativeSelect, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { msg, t } from '#platform/text/text.ts'
import { useFormState } from '#platform/ui/form/context.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { fieldNames } from './provider-labels.ts'

const usual = AssuranceRules.parse({})

const matchedNames: Record<MatchedField, string> = {
  firstName: msg('First name'),
  lastName: msg('Last name'),
  birthDate: msg('Date of birth'),
}

/** What a provider of verified claims must confirm about a user. */
export function AssuranceFields() {
  const { fields } = useFormState()
  const rules: AssuranceRules = { ...usual, ...(fields.values['assurance'] as Partial<AssuranceRules> | undefined) }
  const set = (to: Partial<AssuranceRules>) => fields.set('assurance', { ...rules, ...to })
  const fault = (name: keyof AssuranceRules) =>
    Object.entries(fields.errors).find(
      ([path]) => path === `assurance.${name}` || path.startsWith(`assurance.${name}.`),
    )?.[1]
  const [typed, setTyped] = useState(rules.frameworks.join('\n'))
  return (
    <Card title={t('Identity verification')}>
      <Stack gap={16}>
        <Checkbox.Group
          label={t('Verified data that must match the user')}
          description={t(
            'Names are compared without accents and capitals, and a first name with the first of several. The data itself is never stored.',
          )}
          value={rules.match}
          error={fault('match')}
          onChange={match => set({ match: matchedFields.filter(field => match.includes(field)) })}
        >
          <Stack gap={8} mt={8}>
            {matchedFields.map(field => (
              <Checkbox key={field} size="xs" value={field} label={t(matchedNames[field])} />
            ))}
          </Stack>
        </Checkbox.Group>
        {rules.match.includes('birthDate') && (
          <NativeSelect
            label={t('Attribute with the date of birth')}
            description={t('As in 1979-05-23')}
            value={rules.birthDateIn ?? ''}
            error={fault('birthDateIn')}
            data={[
              { value: '', label: t('Choose an attribute') },
              ...birthDateAttributes.map(value => ({ value, label: t(fieldNames[value]) })),
            ]}
            onChange={event => {
              const chosen = event.currentTarget.value
              set({ birthDateIn: birthDateAttributes.find(one => one === chosen) ?? null })
            }}
          />
        )}
        <Textarea
          label={t('Accepted trust frameworks')}
          description={t('For example eidas, one per line. If empty, any framework of the provider counts.')}
          rows={2}
          value={typed}
          error={fault('frameworks')}
          onChange={event => {
            const text = event.currentTarget.value
            setTyped(text)
            set({ frameworks: text.split(/[\s,]+/).filter(one => one !== '') })
          }}
        />
      </Stack>
    </Card>
  )
}
