import { partnerPanel } from '@claviger/contract/governance/partner-panel'
import type { Customer } from '@claviger/contract/governance/partner-panel'
import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { toast } from '#platform/ui/over/toast.ts'

export default function DeleteCustomer({ customer, close }: { customer: Customer; close: () => void }) {
  return (
    <Dialog open title={t('Delete 1 workspace?')} close={close}>
      <Form
        of={partnerPanel.remove}
        fixed={{ id: customer.id }}
        start={{ name: '' }}
        refused={(refusal, fields) => {
          if (refusal.code !== 'name-differs') return false
          fields.fault('name', refusal.message)
          return true
        }}
        done={() => {
          toast('success', t('{name} will be deleted in {days} days', { name: customer.name, days: 7 }))
          close()
        }}
      >
        <p>
          {t(
            'All users of {name} lose access immediately. After 7 days, everything is permanently deleted. Until then, an owner of {name} can cancel the deletion.',
            { name: customer.name },
          )}
        </p>
        <Text name="name" label={t('Enter “{name}”', { name: customer.name })} autoComplete="off" />
        <Foot danger save={t('Delete 1 workspace')} cancel={{ label: t('Keep workspace'), do: close }} />
      </Form>
    </Dialog>
  )
}
