import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useFormState } from '#platform/ui/form/context.ts'

export function SwitchField({ name, label, help }: { name: string; label: string; help?: string }) {
  const { fields } = useFormState()
  return <Switch {...fields.tick(name)} size="xs" withThumbIndicator={false} label={label} description={help} />
}
