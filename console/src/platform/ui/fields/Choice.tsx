import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { useField } from '../form/context.ts'
import { Label } from './Label.tsx'
import { MultiSelect } from './MultiSelect.tsx'
import { Select } from './Select.tsx'

export interface Option {
  value: string
  label: string
}

export interface ChoiceProps {
  name: string
  label: string
  options: readonly Option[]
  help?: ReactNode
  placeholder?: string
  autoComplete?: string
}

export function Choice({ name, label, options, help, ...rest }: ChoiceProps) {
  const { props, optional, size } = useField(name)
  return (
    <Select
      {...props}
      value={props.value === '' ? null : props.value}
      {...rest}
      size={size}
      label={<Label text={label} optional={optional} />}
      description={help}
      data={[...options]}
      searchable={options.length > 8}
      clearable={optional}
      allowDeselect={optional}
      nothingFoundMessage={t('No match')}
    />
  )
}

export function Choices({ name, label, options, help, placeholder }: ChoiceProps) {
  const { props, optional, size, fields } = useField(name)
  const value = fields.values[name] as string[] | undefined
  const chosen = value !== undefined && value.length > 0
  return (
    <MultiSelect
      {...props}
      value={value ?? []}
      size={size}
      label={<Label text={label} optional={optional} />}
      description={help}
      data={[...options]}
      searchable
      placeholder={chosen ? '' : (placeholder ?? '')}
      nothingFoundMessage={t('No match')}
    />
  )
}
