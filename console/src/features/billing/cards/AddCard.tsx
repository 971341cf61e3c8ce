import { cards } from '@claviger/contract/billing/cards'
import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { AddressFields, noAddress } from '#features/tenancy/workspaces/AddressFields.tsx'
import { announceCardAdded } from './card-words.ts'
import { ExpiryFields } from './ExpiryFields.tsx'

const empty = { cardNumber: '', cvc: '', expirationMonth: '', expirationYear: '', nameOnCard: '' }
const needed = ['cardNumber', 'cvc', 'expirationMonth', 'expirationYear']

/** A card by its number, where the installation accepts numbers. */
export default function AddCard({ address, close }: { address: typeof noAddress | null; close: () => void }) {
  return (
    <Panel open title={t('Add credit card')} close={close}>
      <Form
        of={cards.create}
        start={{ ...empty, ...(address ?? noAddress) }}
        needed={needed}
        done={card => {
          announceCardAdded(card)
          close()
        }}
      >
        <Text
          name="cardNumber"
          label={t('Card number')}
          autoComplete="cc-number"
          inputMode="numeric"
          maxLength={30}
          autoFocus
        />
        <ExpiryFields />
        <Grid columns="minmax(0, 1fr) minmax(0, 1fr)" gap={12}>
          <Text
            name="cvc"
            label={t('Security code')}
            help={t('3 or 4 digits')}
            autoComplete="cc-csc"
            inputMode="numeric"
            maxLength={4}
          />
          <Text name="nameOnCard" label={t('Name on card')} autoComplete="cc-name" maxLength={100} />
        </Grid>
        <AddressFields />
        <p className="cv-small">
          {t(
            'The payment service keeps the card. Here only its brand, last four digits, and expiration date are stored.',
          )}
        </p>
        <Foot save={t('Add card')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
