import type { User } from '@claviger/contract/people/users'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import type { CallError } from '#platform/data/refusal.ts'
import { t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { nameOf } from '../user-status.ts'
import type { CardField, TypedCard } from './FirstKey.tsx'

interface GiveCardProps {
  user: User
  typed: TypedCard
  Card: CardField
  give: (card: TypedCard) => void
  busy: boolean
  fault: CallError | null
  leave: () => void
}

export function GiveCard({ user, typed, Card, give, busy, fault, leave }: GiveCardProps) {
  const [card, setCard] = useState(typed)
  return (
    <Stack
      component="form"
      gap={16}
      onSubmit={event => {
        event.preventDefault()
        give(card)
      }}
    >
      <Notice>{t('{name} was added.', { name: nameOf(user) })}</Notice>
      <Card value={card} change={setCard} fault={fault?.message} />
      <div className="cv-ends" data-foot>
        <Button variant="default" onClick={leave} disabled={busy}>
          {t('Later')}
        </Button>
        <Button type="submit" loading={busy} disabled={card.cardId.trim() === ''}>
          {t('Assign card')}
        </Button>
      </div>
    </Stack>
  )
}
