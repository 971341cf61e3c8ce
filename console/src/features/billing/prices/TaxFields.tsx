import { Button, Stack, Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { DecimalInput } from '#platform/ui/fields/Decimal.tsx'
import { Select } from '#platform/ui/fields/Select.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { countries } from '#features/tenancy/workspaces/workspace-countries.ts'

interface Tax {
  country: string
  rate: number | null
  reverseCharge: boolean
}

/** Tax rates by the country of the invoice address. */
export function TaxFields() {
  const { fields } = useFormState()
  const [options] = useState(countries)
  const taxes = fields.values['taxes'] as readonly Tax[]
  const set = (at: number, change: Partial<Tax>) =>
    fields.set(
      'taxes',
      taxes.map((tax, index) => (index === at ? { ...tax, ...change } : tax)),
    )
  const error = fields.errors['taxes']
  return (
    <Stack component="fieldset" gap={8}>
      <legend>{t('Taxes')}</legend>
      {taxes.map((tax, at) => (
        // A row without a country has no name; rows are only removed or added at the end
        // oxlint-disable-next-line react/no-array-index-key -- see above
        <Grid key={`${at} ${taxes.length}`} columns="minmax(0, 1fr) minmax(0, 1fr) auto" gap={8} align="end">
          <Select
            label={t('Country')}
            data={options}
            searchable
            value={tax.country === '' ? null : tax.country}
            error={fields.errors[`taxes.${at}.country`]}
            nothingFoundMessage={t('No match')}
            onChange={country => set(at, { country: country ?? '' })}
          />
          <DecimalInput
            label={t('Tax rate')}
            value={tax.rate}
            digits={2}
            unit="%"
            error={fields.errors[`taxes.${at}.rate`]}
            change={rate => set(at, { rate })}
          />
          <Button
            variant="subtle"
            aria-label={t('Remove tax {number}', { number: at + 1 })}
            onClick={() =>
              fields.set(
                'taxes',
                taxes.filter((_, index) => index !== at),
              )
            }
          >
            <IconTrash size={16} stroke={1.7} aria-hidden />
          </Button>
          <Switch
            size="xs"
            style={{ gridColumn: '1 / -1' }}
            withThumbIndicator={false}
            label={t('Reverse charge for customers with a tax ID')}
            checked={tax.reverseCharge}
            onChange={event => set(at, { reverseCharge: event.currentTarget.checked })}
          />
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
        leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
        onClick={() => fields.set('taxes', [...taxes, { country: '', rate: null, reverseCharge: false }])}
      >
        {t('Add tax')}
      </Button>
    </Stack>
  )
}
