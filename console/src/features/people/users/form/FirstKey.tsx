import { Radio, Stack } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { type ComponentType, Suspense } from 'react'
import { t } from '#platform/text/text.ts'
import { useFormState } from '#platform/ui/form/context.ts'

export interface TypedCard {
  cardId: string
  cardFormat: string
}

export type CardField = ComponentType<{
  value: TypedCard
  change: (to: TypedCard) => void
  fault: string | undefined
}>

export function FirstKey({ Card }: { Card: CardField | undefined }) {
  const { fields } = useFormState()
  const card = fields.values['card'] as TypedCard | null
  const chosen = card ? 'card' : fields.values['invite'] === true ? 'mail' : 'later'
  const pick = (value: string) => {
    fields.set('invite', value === 'mail')
    fields.set('card', value === 'card' ? { cardId: '', cardFormat: '' } : null)
  }
  return (
    <>
      <Radio.Group label={t('Assign a key now')} value={chosen} onChange={pick}>
        <Stack gap={8} mt={8}>
          <Radio
            size="xs"
            value="mail"
            label={t('Activation email')}
            description={t('The email has a link that is valid for 7 days. The user creates a passkey with it.')}
          />
          {Card && (
            <Radio
              size="xs"
              value="card"
              label={t('Access card')}
              description={t('You have the card. It works as soon as you add the user.')}
            />
          )}
          <Radio
            size="xs"
            value="later"
            label={t('Later')}
            description={t('The user is added without a key and without an email.')}
          />
        </Stack>
      </Radio.Group>
      {Card && card && (
        <Suspense>
          <Card value={card} change={to => fields.set('card', to)} fault={fields.errors['card']} />
        </Suspense>
      )}
    </>
  )
}
