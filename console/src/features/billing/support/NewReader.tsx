import { support } from '@claviger/contract/billing/support'
import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { WholeNumber } from '#features/tenancy/workspace-settings/WholeNumber.tsx'

export default function NewReader({ close }: { close: () => void }) {
  return (
    <Panel open title={t('Request card readers')} close={close}>
      <Form
        of={support.newReader}
        start={{ model: '', quantity: 1, address: '', note: '' }}
        done={({ number }) => {
          toast('success', t('Request {number} sent', { number }))
          close()
        }}
      >
        <Text name="model" label={t('Reader model')} maxLength={100} autoFocus />
        <WholeNumber name="quantity" label={t('Number of readers')} />
        <Text name="address" label={t('Delivery address')} lines={4} maxLength={500} />
        <Text name="note" label={t('Note')} lines={4} maxLength={2000} />
        <Foot save={t('Send request')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
