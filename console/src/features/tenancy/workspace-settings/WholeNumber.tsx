import { NumberInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { useField } from '#platform/ui/form/context.ts'

export function WholeNumber({
  name,
  label,
  help,
  suffix,
}: {
  name: string
  label: string
  help?: string
  suffix?: string
}) {
  const { props, fields, size } = useField(name)
  const value = fields.values[name]
  return (
    <NumberInput
      size={size}
      label={label}
      description={help}
      error={props.error}
      value={typeof value === 'number' ? value : ''}
      suffix={suffix ?? ''}
      allowNegative={false}
      allowDecimal={false}
      clampBehavior="none"
      hideControls
      maxLength={12}
      inputMode="numeric"
      onChange={next => fields.set(name, typeof next === 'number' ? next : null)}
      onBlur={() => fields.checkOne(name)}
    />
  )
}
