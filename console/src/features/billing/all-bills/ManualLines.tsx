import { Button, NumberInput, Stack, TextInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { digitsOf } from '#platform/text/money.ts'
import { t } from '#platform/text/text.ts'
import { DecimalInput } from '#platform/ui/fields/Decimal.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'

export interface ManualLine {
  key: number
  text: string
  quantity: number | null
  price: number | null
}

let next = 1
export const newLine = (): ManualLine => ({ key: next++, text: '', quantity: 1, price: null })

const most = 200

/** Lines that a super administrator writes: text, quantity, and price. */
export function ManualLines({ currency }: { currency: string }) {
  const { fields } = useFormState()
  const lines = fields.values['lines'] as readonly ManualLine[]
  const set = (key: number, change: Partial<ManualLine>) =>
    fields.set(
      'lines',
      lines.map(line => (line.key === key ? { ...line, ...change } : line)),
    )
  return (
    <Stack component="fieldset" gap={12}>
      <legend>{t('Lines')}</legend>
      {lines.map((line, at) => (
        <Grid
          key={line.key}
          columns="minmax(0, 1fr) 72px 128px auto"
          below={768}
          narrow="minmax(0, 1fr) minmax(0, 1fr) auto"
          lead
          gap={8}
          align="end"
        >
          <TextInput
            label={t('Description of line {number}', { number: at + 1 })}
            value={line.text}
            maxLength={200}
            error={fields.errors[`lines.${at}.text`]}
            onChange={event => set(line.key, { text: event.currentTarget.value })}
          />
          <NumberInput
            label={t('Count')}
            value={line.quantity ?? ''}
            allowDecimal={false}
            hideControls
            maxLength={9}
            error={fields.errors[`lines.${at}.quantity`]}
            onChange={value => set(line.key, { quantity: typeof value === 'number' ? value : null })}
          />
          <DecimalInput
            label={t('Price')}
            value={line.price}
            digits={digitsOf(currency)}
            unit={currency}
            negative
            error={fields.errors[`lines.${at}.price`]}
            change={price => set(line.key, { price })}
          />
          <Button
            variant="subtle"
            aria-label={t('Remove line {number}', { number: at + 1 })}
            disabled={lines.length === 1}
            onClick={() =>
              fields.set(
                'lines',
                lines.filter(one => one.key !== line.key),
              )
            }
          >
            <IconTrash size={16} stroke={1.7} aria-hidden />
          </Button>
        </Grid>
      ))}
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        disabled={lines.length >= most}
        leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
        onClick={() => fields.set('lines', [...lines, newLine()])}
      >
        {t('Add line')}
      </Button>
    </Stack>
  )
}
