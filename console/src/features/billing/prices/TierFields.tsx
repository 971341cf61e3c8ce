import { Button, NumberInput, Stack } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { digitsOf } from '#platform/text/money.ts'
import { t } from '#platform/text/text.ts'
import { DecimalInput } from '#platform/ui/fields/Decimal.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'

interface Tier {
  from: number | null
  price: number | null
}

const most = 20

/** Prices for each key and month, by the number of the key. */
export function TierFields({ name, label, currency }: { name: string; label: string; currency: string }) {
  const { fields } = useFormState()
  const tiers = fields.values[name] as readonly Tier[]
  const set = (at: number, change: Partial<Tier>) =>
    fields.set(
      name,
      tiers.map((tier, index) => (index === at ? { ...tier, ...change } : tier)),
    )
  const error = fields.errors[name]
  return (
    <Stack component="fieldset" gap={8}>
      <legend>{label}</legend>
      {tiers.map((tier, at) => (
        // Tiers have no ID; their order only changes at the end
        // oxlint-disable-next-line react/no-array-index-key -- see above
        <Grid key={`${at} ${tiers.length}`} columns="minmax(0, 1fr) minmax(0, 1fr) auto" gap={8} align="end">
          <NumberInput
            label={t('From key')}
            value={tier.from ?? ''}
            disabled={at === 0}
            allowDecimal={false}
            hideControls
            maxLength={9}
            error={fields.errors[`${name}.${at}.from`]}
            onChange={value => set(at, { from: typeof value === 'number' ? value : null })}
          />
          <DecimalInput
            label={t('Price per key and month')}
            value={tier.price}
            digits={digitsOf(currency)}
            unit={currency}
            error={fields.errors[`${name}.${at}.price`]}
            change={price => set(at, { price })}
          />
          <Button
            variant="subtle"
            aria-label={t('Remove tier {number}', { number: at + 1 })}
            disabled={at === 0}
            onClick={() =>
              fields.set(
                name,
                tiers.filter((_, index) => index !== at),
              )
            }
          >
            <IconTrash size={16} stroke={1.7} aria-hidden />
          </Button>
        </Grid>
      ))}
      {error !== undefined && (
        <p role="alert" className="cv-bad">
          {error}
        </p>
      )}
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        disabled={tiers.length >= most}
        leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
        onClick={() => fields.set(name, [...tiers, { from: (tiers.at(-1)?.from ?? 0) + 100, price: null }])}
      >
        {t('Add tier')}
      </Button>
    </Stack>
  )
}
