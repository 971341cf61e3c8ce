import { support } from '@claviger/contract/billing/support'
import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { WholeNumber } from '#features/tenancy/workspace-settings/WholeNumber.tsx'

export default function AnnualRequest({ close }: { close: () => void }) {
  return (
    <Panel open title={t('Request annual subscription')} close={close}>
      <Form
        of={support.annualRequest}
        start={{ users: null, keys: null, note: '' }}
        done={({ number }) => {
          toast('success', t('Request {number} sent', { number }))
          close()
        }}
      >
        <p>{t('The operator answers by email. You can follow the request under Support.')}</p>
        <WholeNumber name="users" label={t('Users')} />
        <WholeNumber name="keys" label={t('Security keys')} />
        <Text name="note" label={t('Note')} lines={4} maxLength={2000} />
        <Foot save={t('Send request')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
