import { cards } from '@claviger/contract/billing/cards'
import type { Card } from '@claviger/contract/billing/cards'
import { Menu } from '@mantine/core'
import { IconHome, IconPencil, IconStar, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { ConfirmCall } from '#platform/ui/over/ConfirmCall.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { cardName } from './card-words.ts'

const EditCard = lazy(() => import('./EditCard.tsx').then(file => ({ default: file.EditCard })))
const EditCardAddress = lazy(() => import('./EditCard.tsx').then(file => ({ default: file.EditCardAddress })))
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

export function CardMenu({ card }: { card: Card }) {
  const [open, setOpen] = useState<'edit' | 'address' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const name = cardName(card)
  const choose = useWrite(cards.update, {
    done: () => toast('success', t('Invoices are charged to {card}', { card: name })),
  })
  const { cardId, expirationMonth, expirationYear, nameOnCard } = card
  return (
    <>
      <MoreMenu bare label={t('Actions for {name}', { name })}>
        {!card.isDefault && (
          <Menu.Item
            leftSection={<IconStar {...icon} />}
            onClick={() => choose.mutate({ cardId, expirationMonth, expirationYear, nameOnCard, isDefault: true })}
          >
            {t('Use for invoices')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setOpen('edit')}>
          {t('Edit…')}
        </Menu.Item>
        <Menu.Item leftSection={<IconHome {...icon} />} onClick={() => setOpen('address')}>
          {t('Change address…')}
        </Menu.Item>
        <Menu.Item data-danger leftSection={<IconTrash {...icon} />} onClick={() => setOpen('delete')}>
          {t('Delete…')}
        </Menu.Item>
      </MoreMenu>
      <Suspense>
        {open === 'edit' && <EditCard card={card} close={close} />}
        {open === 'address' && <EditCardAddress card={card} close={close} />}
      </Suspense>
      {open === 'delete' && (
        <ConfirmCall
          of={cards.remove}
          input={{ cardId }}
          title={t('Delete {card}?', { card: name })}
          keep={t('Keep card')}
          act={t('Delete card')}
          said={t('{card} deleted', { card: name })}
          close={close}
        >
          {card.isDefault
            ? t('Invoices are charged to this card. Without another card, they become overdue.')
            : t('Invoices are not charged to this card.')}
        </ConfirmCall>
      )}
    </>
  )
}
