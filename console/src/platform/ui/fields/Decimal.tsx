import { Box, TextInput } from '@mantine/core'
import { useState } from 'react'
import { decimalOf, digitsOf, minorOf } from '#platform/text/money.ts'
import { t } from '#platform/text/text.ts'
import { useFormState } from '../form/context.ts'

interface DecimalInputProps {
  label: string
  hideLabel?: boolean
  help?: string
  value: unknown
  digits: number
  unit: string
  /** Allows a minus sign, for a credit. */
  negative?: boolean
  error?: string | undefined
  change: (minor: number | null) => void
}

const signed = (text: string, digits: number, negative: boolean): number | null => {
  if (!negative || !text.trim().startsWith('-')) return minorOf(text, digits)
  const rest = minorOf(text.trim().slice(1), digits)
  return rest === null ? null : -rest
}

/** A decimal number that is kept as an integer: 2.50 as 250. It gives null for text that is no such number. */
export function DecimalInput(props: DecimalInputProps) {
  const { label, hideLabel = false, help, value, digits, unit, negative = false, error, change } = props
  const [text, setText] = useState(() => (typeof value === 'number' ? decimalOf(value, digits) : ''))
  return (
    <TextInput
      {...(hideLabel ? { 'aria-label': label } : { label })}
      description={help}
      inputMode="decimal"
      maxLength={16}
      value={text}
      error={error}
      rightSection={
        <Box component="span" fz={12} className="cv-muted">
          {unit}
        </Box>
      }
      rightSectionWidth={48}
      onChange={event => {
        setText(event.currentTarget.value)
        change(signed(event.currentTarget.value, digits, negative))
      }}
    />
  )
}

type FieldProps = Pick<DecimalInputProps, 'label' | 'help'> & { name: string }

function Decimal({ name, ...rest }: FieldProps & Pick<DecimalInputProps, 'digits' | 'unit'>) {
  const { fields } = useFormState()
  return (
    <DecimalInput
      {...rest}
      value={fields.values[name]}
      error={fields.errors[name]}
      change={minor => fields.set(name, minor)}
    />
  )
}

/** An amount of money in the smallest unit of its currency. */
export const MoneyField = ({ currency, ...rest }: FieldProps & { currency: string }) => (
  <Decimal {...rest} digits={digitsOf(currency)} unit={currency} />
)

/** A share in hundredths of a percent. */
export const PercentField = (props: FieldProps) => <Decimal {...props} digits={2} unit="%" />

/** Faults of decimal fields whose text is no number. */
export const decimalFaults = (values: Record<string, unknown>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.filter(name => values[name] === null).map(name => [name, t('Enter a number such as 2.50')]))
