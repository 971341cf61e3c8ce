import { MultiSelect as MantineMultiSelect, type MultiSelectProps } from '@mantine/core'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '#platform/look/overlays.css'
import { useLateOptions } from './useLateOptions.ts'

export function MultiSelect<Value extends string = string>(props: MultiSelectProps<Value>) {
  return <MantineMultiSelect {...props} {...useLateOptions(props)} />
}
