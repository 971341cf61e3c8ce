import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useField } from '../form/context.ts'
import { Label } from './Label.tsx'

/** A calendar date as YYYY-MM-DD; empty is null. */
export function Day({ name, label, help, min }: { name: string; label: string; help?: ReactNode; min?: string }) {
  const { props, optional, size, fields } = useField(name)
  return (
    <TextInput
      type="date"
      size={size}
      label={<Label text={label} optional={optional} />}
      description={help}
      {...(min === undefined ? {} : { min })}
      value={props.value}
      error={props.error}
      onChange={event => fields.set(name, event.currentTarget.value === '' ? null : event.currentTarget.value)}
      onBlur={props.onBlur}
    />
  )
}
