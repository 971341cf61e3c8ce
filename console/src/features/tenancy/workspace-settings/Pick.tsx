import { Select } from '#platform/ui/fields/Select.tsx'
import { useField } from '#platform/ui/form/context.ts'

export interface PickOption {
  value: number | null
  label: string
}

export function Pick({
  name,
  label,
  options,
  help,
}: {
  name: string
  label: string
  options: readonly PickOption[]
  help?: string
}) {
  const { props, fields, size } = useField(name)
  const value = fields.values[name] as number | null
  const known = options.some(option => option.value === value)
  const all = known ? options : [...options, { value, label: String(value) }]
  return (
    <Select
      size={size}
      label={label}
      description={help}
      error={props.error}
      data={all.map(option => ({ value: String(option.value), label: option.label }))}
      value={String(value)}
      allowDeselect={false}
      onChange={next => fields.set(name, next === null || next === 'null' ? null : Number(next))}
    />
  )
}
