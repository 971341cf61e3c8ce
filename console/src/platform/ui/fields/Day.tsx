import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useField } from '../form/context.ts'
import { Label } from './Label.tsx'

/** A calendar day as YYYY-MM-DD. */
export function Day({ name, label, help, min }: { name: string; label: string; help?: ReactNode; min?: string }) {
  const { props, optional, size } = useField(name)
  return (
    <TextInput
      {...props}
      type="date"
      size={size}
      min={min}
      label={<Label text={label} optional={optional} />}
      description={help}
      required={false}
    />
  )
}
