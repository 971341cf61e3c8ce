import { NumberInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'

export const NumberField = (is: {
  label: string
  help?: string
  value: number
  fault: string | undefined
  change: (value: number) => void
}) => (
  <NumberInput
    label={is.label}
    description={is.help}
    error={is.fault}
    value={is.value === 0 ? '' : is.value}
    allowNegative={false}
    allowDecimal={false}
    clampBehavior="none"
    hideControls
    maxLength={7}
    inputMode="numeric"
    onChange={next => is.change(typeof next === 'number' ? next : 0)}
  />
)
