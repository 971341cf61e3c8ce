import { TextInput } from '@mantine/core'
import { useField } from '#platform/ui/form/context.ts'
import { Label } from '#platform/ui/fields/Label.tsx'
import { localMoment, momentIn } from './session-labels.ts'

/** A date and a time of the browser's time zone. */
export function Moment({ name, label, help }: { name: string; label: string; help?: string }) {
  const { props, optional, size, fields } = useField(name)
  return (
    <TextInput
      type="datetime-local"
      size={size}
      label={<Label text={label} optional={optional} />}
      description={help}
      error={props.error}
      value={props.value === '' ? '' : localMoment(props.value)}
      onChange={event => fields.set(name, momentIn(event.currentTarget.value))}
      onBlur={props.onBlur}
    />
  )
}
