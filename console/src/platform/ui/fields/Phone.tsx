import { Group, Input, TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { useField } from '../form/context.ts'
import { Label } from './Label.tsx'
import { countryOptions, mainCountryOf, prefixOf } from './phone-countries.ts'
import { Select } from './Select.tsx'

interface Value {
  countryCode: string
  mobileNumber: string
}

const guess = (among: readonly { value: string }[]) => {
  const own = navigator.language.split('-').at(-1)
  return among.find(({ value }) => value === own)?.value ?? 'US'
}

const countryBehind = (prefix: string, guessed: string) =>
  prefix === '' || prefixOf(guessed) === prefix ? guessed : mainCountryOf(prefix)

export function Phone({ name, label, help }: { name: string; label: string; help?: string }) {
  const { fields, optional, size } = useField(name)
  const value = (fields.values[name] ?? { countryCode: '', mobileNumber: '' }) as Value
  const error = fields.errors[`${name}.mobileNumber`] ?? fields.errors[`${name}.countryCode`] ?? fields.errors[name]
  const options = countryOptions()
  const [chosen, setChosen] = useState<string | null>(null)
  const country = chosen ?? countryBehind(value.countryCode, guess(options)) ?? guess(options)
  const set = (mobileNumber: string, of: string) => fields.set(name, { countryCode: prefixOf(of), mobileNumber })
  return (
    <Input.Wrapper
      label={<Label text={label} optional={optional} />}
      labelElement="div"
      error={error}
      description={help}
    >
      <Group gap={8} align="stretch" wrap="nowrap">
        <Select
          size={size}
          aria-label={t('{label}: country', { label })}
          flex="0 0 160px"
          data={options}
          value={country}
          searchable
          allowDeselect={false}
          comboboxProps={{ width: 280, position: 'bottom-start' }}
          onChange={picked => {
            if (picked === null) return
            setChosen(picked)
            set(value.mobileNumber, picked)
          }}
        />
        <TextInput
          size={size}
          flex={1}
          miw={0}
          aria-label={label}
          type="tel"
          autoComplete="tel-national"
          error={Boolean(error)}
          value={value.mobileNumber}
          onChange={event => set(event.currentTarget.value, country)}
          onBlur={() => value.mobileNumber !== '' && fields.checkOne(name)}
        />
      </Group>
    </Input.Wrapper>
  )
}
