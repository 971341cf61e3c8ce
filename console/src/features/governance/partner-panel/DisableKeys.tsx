import { partnerPanel } from '@claviger/contract/governance/partner-panel'
import type { Customer } from '@claviger/contract/governance/partner-panel'
import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { toast } from '#platform/ui/over/toast.ts'

export default function DisableKeys({ customer, close }: { customer: Customer; close: () => void }) {
  return (
    <Dialog open title={t('Disable security keys?')} close={close}>
      <Form
        of={partnerPanel.disableKeys}
        fixed={{ id: customer.id }}
        start={{ count: '' }}
        done={({ disabled }) => {
          toast('success', t('{count, plural, one {# key} other {# keys}} disabled', { count: disabled }))
          close()
        }}
      >
        <p>
          {t(
            "{name} has {count, plural, one {# active key} other {# active keys}}. They are suspended in the order that the customer chose, and their users can't sign in with them. Administrators of {name} can activate them again.",
            { name: customer.name, count: customer.keys },
          )}
        </p>
        <Text name="count" label={t('Number of keys')} inputMode="numeric" autoFocus />
        <Foot save={t('Disable keys')} cancel={{ do: close }} />
      </Form>
    </Dialog>
  )
}
