import { partnerPanel } from '@claviger/contract/governance/partner-panel'
import type { Customer } from '@claviger/contract/governance/partner-panel'
import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Tick } from '#platform/ui/fields/Tick.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'

function Limit() {
  const { fields } = useFormState()
  return (
    <>
      <Tick name="limited" label={t('Limit the number of security keys')} />
      {fields.values['limited'] === true && (
        <Text name="keyLimit" label={t('Maximum number of security keys')} inputMode="numeric" />
      )}
    </>
  )
}

/** What the partner sets for a customer. */
export function CustomerSettings({ customer }: { customer: Customer }) {
  return (
    <Card title={t('General settings')}>
      <Form
        of={partnerPanel.settings}
        fixed={{ id: customer.id }}
        start={{
          limited: customer.keyLimit !== null,
          keyLimit: customer.keyLimit === null ? null : String(customer.keyLimit),
          licenses: String(customer.licenses),
          mailsNewKeys: customer.mailsNewKeys,
          monthlyReport: customer.monthlyReport,
        }}
        done={() => toast('success', t('Settings saved'))}
      >
        <Limit />
        <Text
          name="licenses"
          label={t('Assigned licenses')}
          inputMode="numeric"
          help={t('Taken from your licenses.')}
        />
        <Tick name="mailsNewKeys" label={t('Email us about new security keys')} />
        <Tick name="monthlyReport" label={t('Include in the monthly report')} />
        <Foot save={t('Save settings')} whenChanged />
      </Form>
    </Card>
  )
}
