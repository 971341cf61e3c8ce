import { Select as MantineSelect, type SelectProps } from '@mantine/core'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '#platform/look/overlays.css'
import { useLateOptions } from './useLateOptions.ts'

export function Select<Value extends string = string>(props: SelectProps<Value>) {
  return <MantineSelect {...props} {...useLateOptions(props)} />
}
