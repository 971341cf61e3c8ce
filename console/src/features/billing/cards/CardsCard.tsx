import { cards } from '@claviger/contract/billing/cards'
import type { Card as CreditCard } from '@claviger/contract/billing/cards'
import { Box, Button, Group } from '@mantine/core'
import { IconCreditCard } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import type { noAddress } from '#features/tenancy/workspaces/AddressFields.tsx'
import { cardName, expiryOf } from './card-words.ts'
import { CardMenu } from './CardMenu.tsx'

const AddCard = lazy(() => import('./AddCard.tsx'))
const AddHostedCard = lazy(() => import('./AddHostedCard.tsx'))

function One({ card, may }: { card: CreditCard; may: boolean }) {
  return (
    <Group component="li" gap="4px 12px" p="10px 16px">
      <IconCreditCard size={22} stroke={1.6} aria-hidden />
      <Box flex={1} miw={160}>
        <strong>{cardName(card)}</strong>
        <p className="cv-muted">
          {card.expired ? t('Expired {date}', { date: expiryOf(card) }) : t('Expires {date}', { date: expiryOf(card) })}{' '}
          · {card.nameOnCard}
        </p>
      </Box>
      {card.expired && <Tag tone="bad">{t('Expired')}</Tag>}
      {card.isDefault && <Tag tone="accent">{t('Used for invoices')}</Tag>}
      {may && <CardMenu card={card} />}
    </Group>
  )
}

/** The credit cards of the workspace. */
export function CardsCard({ address }: { address: typeof noAddress | null }) {
  const { can } = useSession()
  const [adding, setAdding] = useState(false)
  const list = useRead(cards.list, {})
  const items = list.data?.items ?? []
  const may = can('billing.write')
  const hosted = typeof list.data?.publishableKey === 'string'
  const able = may && list.data?.available === true && (hosted || list.data.acceptsNumbers)
  const Add = hosted ? AddHostedCard : AddCard
  const add = able && (
    <Button variant={items.length === 0 ? 'filled' : 'default'} onClick={() => setAdding(true)}>
      {t('Add card…')}
    </Button>
  )
  return (
    <Card title={t('Credit cards')} flush {...(items.length > 0 ? { right: add } : {})}>
      <Waiting on={list} what={t('the credit cards')}>
        {list.data?.available === false && (
          <Box p={16}>
            <Notice>{t('This installation takes no credit cards. Invoices are paid by wire transfer.')}</Notice>
          </Box>
        )}
        {items.length > 0 ? (
          <ul className="cv-ruled">
            {items.map(card => (
              <One key={card.cardId} card={card} may={may} />
            ))}
          </ul>
        ) : (
          list.data?.available === true && (
            <EmptyState title={t('No credit cards yet')} icon={IconCreditCard} action={add}>
              {t('Invoices are charged to your card on the day they are issued.')}
            </EmptyState>
          )
        )}
      </Waiting>
      <Suspense>{adding && <Add address={address} close={() => setAdding(false)} />}</Suspense>
    </Card>
  )
}
