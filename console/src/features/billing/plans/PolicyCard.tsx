import { paymentMethods, paymentPlans } from '@claviger/contract/billing/money'
import { plans } from '@claviger/contract/billing/plans'
import type { BillingPolicy } from '@claviger/contract/billing/plans'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { count, fullDateOf } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { Day } from '#platform/ui/fields/Day.tsx'
import { decimalFaults, PercentField } from '#platform/ui/fields/Decimal.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { SwitchField } from '#features/tenancy/workspace-settings/OnOff.tsx'
import { Pick } from '#features/tenancy/workspace-settings/Pick.tsx'
import { WholeNumber } from '#features/tenancy/workspace-settings/WholeNumber.tsx'
import { planName, shareOf } from '../bills/bill-labels.ts'

type Method = (typeof paymentMethods)[keyof typeof paymentMethods]

function Inputs() {
  const { fields } = useFormState()
  return (
    <>
      <Pick
        name="plan"
        label={t('Plan')}
        options={Object.values(paymentPlans).map(plan => ({ value: plan, label: planName(plan) }))}
      />
      {fields.values['plan'] !== paymentPlans.payAsYouGo && (
        <WholeNumber name="licenses" label={t('Number of licenses')} />
      )}
      <Text
        name="currency"
        label={t('Currency')}
        help={t('ISO 4217, such as EUR. There must be prices in it.')}
        maxLength={3}
      />
      <WholeNumber
        name="keyLimit"
        label={t('Maximum number of active keys')}
        help={t('Leave empty for no limit. It applies in addition to the limit that the workspace sets for itself.')}
      />
      <PercentField name="discount" label={t('Discount')} />
      <Day name="trialEndDate" label={t('Last day of the trial')} />
      <SwitchField name="exempt" label={t("Don't bill and don't limit this workspace")} />
    </>
  )
}

function EditPolicy({ policy, workspaceId, close }: { policy: BillingPolicy; workspaceId: string; close: () => void }) {
  const { plan, licenses, currency, keyLimit, discount, trialEndDate, exempt } = policy
  return (
    <Panel open title={t('Edit billing policy')} close={close}>
      <Form
        of={plans.setPolicy}
        fixed={{ id: workspaceId }}
        start={{ plan, licenses, currency, keyLimit, discount, trialEndDate, exempt }}
        faultsOf={values => decimalFaults(values, ['discount'])}
        refused={(refusal, fields) => {
          const field = { 'licenses-missing': 'licenses', 'no-price-table': 'currency' }[refusal.code]
          if (field === undefined) return false
          fields.fault(field, refusal.message)
          return true
        }}
        done={() => {
          toast('success', t('Billing policy saved'))
          close()
        }}
      >
        <Inputs />
        <Foot save={t('Save billing policy')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}

const methodWords: Record<number, string> = {
  [paymentMethods.creditCard]: msg('Credit card'),
  [paymentMethods.wire]: msg('Wire transfer'),
}

/** What a workspace agreed to pay, for super administrators. */
export function PolicyCard({
  policy,
  workspaceId,
  setMethod,
}: {
  policy: BillingPolicy
  workspaceId: string
  setMethod: (method: Method) => void
}) {
  const [editing, setEditing] = useState(false)
  const { plan, planSince, currency, licenses, keyLimit, discount, trialEndDate, exempt, paymentMethod, address } =
    policy
  const other = paymentMethod === paymentMethods.wire ? paymentMethods.creditCard : paymentMethods.wire
  return (
    <Card
      title={t('Billing policy')}
      right={
        <span className="cv-ends">
          <Button variant="default" onClick={() => setMethod(other)}>
            {t('Set payment method to {method}', { method: t(methodWords[other] ?? '') })}
          </Button>
          <Button variant="default" onClick={() => setEditing(true)}>
            {t('Edit policy…')}
          </Button>
        </span>
      }
    >
      <Facts
        of={[
          [
            t('Plan'),
            <span key="plan" className="cv-row">
              {planName(plan)} {t('since {day}', { day: fullDateOf(planSince) })}
              {exempt && <Tag tone="accent">{t('Not billed')}</Tag>}
            </span>,
          ],
          [t('Payment method'), paymentMethod === null ? t('None') : t(methodWords[paymentMethod] ?? '')],
          [t('Currency'), currency],
          ...(licenses === null ? [] : [[t('Licenses'), count(licenses)] as const]),
          [t('Key limit'), keyLimit === null ? t('No limit') : count(keyLimit)],
          [t('Discount'), discount === 0 ? t('None') : shareOf(discount)],
          [t('Trial until'), trialEndDate === null ? t('No trial') : fullDateOf(trialEndDate)],
          [t('Invoice address'), address === null ? t('Missing') : `${address.name}, ${address.city}`],
          ...(address?.taxId ? [[t('Tax ID'), address.taxId] as const] : []),
        ]}
      />
      {editing && <EditPolicy policy={policy} workspaceId={workspaceId} close={() => setEditing(false)} />}
    </Card>
  )
}
