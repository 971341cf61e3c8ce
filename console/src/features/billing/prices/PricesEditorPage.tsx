import { prices } from '@claviger/contract/billing/prices'
import type { PriceTable } from '@claviger/contract/billing/prices'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { digitsOf } from '#platform/text/money.ts'
import { t } from '#platform/text/text.ts'
import { Day } from '#platform/ui/fields/Day.tsx'
import { decimalFaults, DecimalInput, MoneyField } from '#platform/ui/fields/Decimal.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import LeaveGuard from '#platform/ui/over/LeaveGuard.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { WholeNumber } from '#features/tenancy/workspace-settings/WholeNumber.tsx'
import { dayAfter } from './price-words.ts'
import { TaxFields } from './TaxFields.tsx'
import { TierFields } from './TierFields.tsx'

type Table = OutputOf<typeof PriceTable>

const tier = () => [{ from: 1, price: null }]
const empty = {
  currency: 'EUR',
  freeKeys: 5,
  trialKeys: null,
  payAsYouGo: tier(),
  prepaid: tier(),
  fixedPrepaid: tier(),
  singleSignOn: 0,
  secondFactor: 0,
  minimum: 0,
  personal: [0, 0, 0],
  taxes: [],
}

function Personal({ currency }: { currency: string }) {
  const { fields } = useFormState()
  const values = fields.values['personal'] as readonly (number | null)[]
  const labels = [t('Basic'), t('Standard'), t('Premium')]
  return (
    <Grid columns={140} gap={8}>
      {labels.map((label, at) => (
        <DecimalInput
          key={label}
          label={label}
          value={values[at]}
          digits={digitsOf(currency)}
          unit={currency}
          error={fields.errors[`personal.${at}`]}
          change={price => fields.set('personal', values.with(at, price))}
        />
      ))}
    </Grid>
  )
}

function Inputs({ fixed, today }: { fixed: boolean; today: string }) {
  const { fields } = useFormState()
  const typed = String(fields.values['currency'])
  const currency = /^[A-Z]{3}$/.test(typed) ? typed : 'EUR'
  return (
    <>
      <Card title={t('Validity')}>
        <Stack gap={16}>
          {!fixed && <Text name="currency" label={t('Currency')} help={t('ISO 4217, such as EUR')} maxLength={3} />}
          {!fixed && (
            <Day
              name="validFrom"
              label={t('First day')}
              help={t('Tomorrow at the earliest. The version before it ends the day before.')}
              min={dayAfter(today)}
            />
          )}
          <WholeNumber name="freeKeys" label={t('Free keys')} />
          <WholeNumber name="trialKeys" label={t('Keys during the trial')} help={t('Empty: no limit')} />
        </Stack>
      </Card>
      <Card title={t('Keys')}>
        <Stack gap={16} key={currency}>
          <TierFields name="payAsYouGo" label={t('Pay as you go')} currency={currency} />
          <TierFields name="prepaid" label={t('Prepaid')} currency={currency} />
          <TierFields name="fixedPrepaid" label={t('Fixed prepaid')} currency={currency} />
        </Stack>
      </Card>
      <Card title={t('Other prices')}>
        <Stack gap={16} key={currency}>
          <MoneyField name="singleSignOn" label={t('Single sign-on, per user and month')} currency={currency} />
          <MoneyField name="secondFactor" label={t('Second factor, per user and month')} currency={currency} />
          <MoneyField
            name="minimum"
            label={t('Minimum amount per month')}
            help={t('Before discounts and tax')}
            currency={currency}
          />
          <Stack component="fieldset" gap={8}>
            <legend>{t('Personal plans per month')}</legend>
            <Personal currency={currency} />
          </Stack>
        </Stack>
      </Card>
      <Card title={t('Taxes by country')}>
        <TaxFields />
      </Card>
      <Foot save={t('Save prices')} />
    </>
  )
}

function amountFaults(values: Record<string, unknown>): Record<string, string> {
  const says = t('Enter a number such as 2.50')
  const tiers = ['payAsYouGo', 'prepaid', 'fixedPrepaid'].flatMap(name =>
    (values[name] as { price: number | null }[]).flatMap(({ price }, at) =>
      price === null ? [[`${name}.${at}.price`, says] as const] : [],
    ),
  )
  const taxes = (values['taxes'] as { rate: number | null }[]).flatMap(({ rate }, at) =>
    rate === null ? [[`taxes.${at}.rate`, says] as const] : [],
  )
  const personal = (values['personal'] as (number | null)[]).flatMap((price, at) =>
    price === null ? [[`personal.${at}`, says] as const] : [],
  )
  return {
    ...decimalFaults(values, ['singleSignOn', 'secondFactor', 'minimum']),
    ...Object.fromEntries([...tiers, ...taxes, ...personal]),
  }
}

export default function PricesEditorPage() {
  const go = useNavigate()
  const asked = useSearch({ strict: false }) as { currency?: string; from?: string; act?: string }
  const list = useRead(prices.list, {})
  const today = list.data?.today
  const source: Table | undefined = list.data?.items.find(
    ({ table }) => table.currency === asked.currency && table.validFrom === asked.from,
  )?.table
  const editing = source !== undefined && asked.act === 'edit'
  const start = today && { ...empty, ...source, validFrom: editing ? source.validFrom : dayAfter(today) }
  return (
    <Stack gap={16} maw={860}>
      <PageHead title={editing ? t('Edit prices') : t('New prices')} />
      <Waiting on={list} what={t('the prices')}>
        {start && (
          <Form
            of={prices.save}
            start={start}
            guard={LeaveGuard}
            faultsOf={amountFaults}
            refused={(refusal, fields) => {
              if (!refusal.code.startsWith('price-table')) return false
              fields.fault('validFrom', refusal.message)
              return false
            }}
            done={({ table }) => {
              toast('success', t('Prices in {currency} saved', { currency: table.currency }))
              void go({ to: '/dashboard/super-admin/prices' } as never)
            }}
          >
            <Inputs fixed={editing} today={today} />
          </Form>
        )}
      </Waiting>
    </Stack>
  )
}
