import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'

export const OnOff = (is: { label: string; help?: string; on: boolean; turn: (on: boolean) => void }) => (
  <Switch
    size="sm"
    withThumbIndicator={false}
    label={is.label}
    description={is.help}
    checked={is.on}
    onChange={event => is.turn(event.currentTarget.checked)}
  />
)
