import { InputBase } from '@mantine/core'
import { useField } from '../form/context.ts'
import { Label } from './Label.tsx'

const asText = (value: unknown) => (Array.isArray(value) ? value.join('\n') : '')

// Keep an empty last line while the user types
const asList = (text: string) =>
  text
    .split(/[\n,]/)
    .map(line => line.trimStart())
    .filter((line, place, all) => line !== '' || place === all.length - 1)

const settled = (text: string) =>
  asList(text)
    .map(line => line.trim())
    .filter(line => line !== '')

export function Lines({
  name,
  label,
  optional,
  help,
}: {
  name: string
  label: string
  optional: boolean
  help: string
}) {
  const { fields, size } = useField(name)
  const wrong = Object.entries(fields.errors).find(([path]) => path === name || path.startsWith(`${name}.`))?.[1]
  return (
    <InputBase
      component="textarea"
      multiline
      rows={3}
      size={size}
      label={<Label text={label} optional={optional} />}
      description={help}
      value={asText(fields.values[name])}
      onChange={event => fields.set(name, asList(event.currentTarget.value))}
      onBlur={event => fields.set(name, settled(event.currentTarget.value))}
      error={wrong}
    />
  )
}
