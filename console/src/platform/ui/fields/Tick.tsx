import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import type { ReactNode } from 'react'
import { useFormState } from '../form/context.ts'

export function Tick({ name, label, help }: { name: string; label: ReactNode; help?: ReactNode }) {
  const { fields } = useFormState()
  return <Checkbox {...fields.tick(name)} size="xs" label={label} description={help} />
}
