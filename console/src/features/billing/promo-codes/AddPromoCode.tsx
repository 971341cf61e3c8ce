import { promoCodes } from '@claviger/contract/billing/promo-codes'
import { t } from '#platform/text/text.ts'
import { Day } from '#platform/ui/fields/Day.tsx'
import { decimalFaults, PercentField } from '#platform/ui/fields/Decimal.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { WholeNumber } from '#features/tenancy/workspace-settings/WholeNumber.tsx'

const start = { code: '', days: 0, keys: 0, percent: 0, months: 12, mostUses: 100, endsOn: null }

export default function AddPromoCode({ close }: { close: () => void }) {
  return (
    <Panel open title={t('Create promo code')} close={close}>
      <Form
        of={promoCodes.create}
        start={start}
        faultsOf={values => decimalFaults(values, ['percent'])}
        refused={(refusal, fields) => {
          if (refusal.code !== 'promo-code-taken') return false
          fields.fault('code', refusal.message)
          return true
        }}
        done={({ code }) => {
          toast('success', t('Promo code {code} created', { code }))
          close()
        }}
      >
        <Text
          name="code"
          label={t('Code')}
          help={t('8 to 32 letters, digits, and hyphens')}
          autoComplete="off"
          maxLength={32}
          autoFocus
        />
        <WholeNumber name="days" label={t('More days of trial')} />
        <WholeNumber name="keys" label={t('Free keys')} />
        <PercentField name="percent" label={t('Discount')} />
        <WholeNumber name="months" label={t('Months')} help={t('How long keys and discount last')} />
        <WholeNumber name="mostUses" label={t('Maximum number of uses')} help={t('Empty: no limit')} />
        <Day name="endsOn" label={t('Last day')} help={t('Empty: no end')} />
        <Foot save={t('Create promo code')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
