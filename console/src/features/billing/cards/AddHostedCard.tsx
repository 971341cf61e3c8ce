import { cards } from '@claviger/contract/billing/cards'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { AddressFields, noAddress } from '#features/tenancy/workspaces/AddressFields.tsx'
import { announceCardAdded } from './card-words.ts'
import { HostedFields } from './HostedFields.tsx'

/** A card that is entered in the fields of the payment service, then its holder. */
export default function AddHostedCard({ address, close }: { address: typeof noAddress | null; close: () => void }) {
  const [paymentMethodId, setPaymentMethodId] = useState<string | null>(null)
  return (
    <Panel open title={t('Add credit card')} close={close}>
      {paymentMethodId === null ? (
        <HostedFields done={setPaymentMethodId} cancel={close} />
      ) : (
        <Form
          of={cards.create}
          fixed={{ paymentMethodId }}
          start={{ nameOnCard: '', ...(address ?? noAddress) }}
          done={card => {
            announceCardAdded(card)
            close()
          }}
        >
          <Text name="nameOnCard" label={t('Name on card')} autoComplete="cc-name" maxLength={100} autoFocus />
          <AddressFields />
          <Foot save={t('Add card')} cancel={{ do: close }} />
        </Form>
      )}
    </Panel>
  )
}
