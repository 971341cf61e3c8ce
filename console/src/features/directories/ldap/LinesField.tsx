import { InputBase } from '@mantine/core'
import { useField } from '#platform/ui/form/context.ts'
import { Label } from '#platform/ui/fields/Label.tsx'

export function LinesField({ name, label, help }: { name: string; label: string; help: string }) {
  const { fields, size } = useField(name)
  const value = fields.values[name]
  const lines = Array.isArray(value) ? (value as string[]) : []
  const wrong = Object.entries(fields.errors).find(([path]) => path === name || path.startsWith(`${name}.`))?.[1]
  return (
    <InputBase
      component="textarea"
      multiline
      rows={2}
      size={size}
      label={<Label text={label} optional />}
      description={help}
      value={lines.join('\n')}
      error={wrong}
      onChange={event => fields.set(name, event.currentTarget.value.split('\n'))}
      onBlur={() =>
        fields.set(
          name,
          lines.map(line => line.trim()).filter(line => line !== ''),
        )
      }
    />
  )
}
