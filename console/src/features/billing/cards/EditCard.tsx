import { cards } from '@claviger/contract/billing/cards'
import type { Card } from '@claviger/contract/billing/cards'
import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { AddressFields } from '#features/tenancy/workspaces/AddressFields.tsx'
import { cardName } from './card-words.ts'
import { ExpiryFields } from './ExpiryFields.tsx'

interface Props {
  card: Card
  close: () => void
}

export function EditCard({ card, close }: Props) {
  const { cardId, expirationMonth, expirationYear, nameOnCard } = card
  return (
    <Panel open title={t('Edit {card}', { card: cardName(card) })} close={close}>
      <Form
        of={cards.update}
        fixed={{ cardId }}
        start={{ expirationMonth: String(expirationMonth), expirationYear: String(expirationYear), nameOnCard }}
        done={() => {
          toast('success', t('Changes saved'))
          close()
        }}
      >
        <ExpiryFields />
        <Text name="nameOnCard" label={t('Name on card')} autoComplete="cc-name" maxLength={100} />
        <Foot save={t('Save changes')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}

export function EditCardAddress({ card, close }: Props) {
  const { cardId, country, address, postalCode, city, province } = card
  return (
    <Panel open title={t('Address of {card}', { card: cardName(card) })} close={close}>
      <Form
        of={cards.changeAddress}
        fixed={{ cardId }}
        start={{ country, address, postalCode, city, province: province ?? '' }}
        done={() => {
          toast('success', t('Changes saved'))
          close()
        }}
      >
        <AddressFields />
        <Foot save={t('Save changes')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
