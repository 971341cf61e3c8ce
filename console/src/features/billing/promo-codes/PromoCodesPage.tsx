import { promoCodes } from '@claviger/contract/billing/promo-codes'
import type { PromoCode } from '@claviger/contract/billing/promo-codes'
import { Button, Menu } from '@mantine/core'
import { IconBan, IconDiscount, IconListDetails, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { count, fullDateOf } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { ConfirmCall } from '#platform/ui/over/ConfirmCall.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { valueWords } from './redeemed-words.ts'

const AddPromoCode = lazy(() => import('./AddPromoCode.tsx'))
const PromoCodeUses = lazy(() => import('./PromoCodeUses.tsx'))
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

const usesOf = ({ uses, mostUses }: PromoCode) =>
  mostUses === null ? count(uses) : t('{used} of {limit}', { used: count(uses), limit: count(mostUses) })

const columns: readonly Column<PromoCode>[] = [
  { name: 'code', label: msg('Code'), sort: true, fixed: true, text: ({ code }) => code },
  { name: 'value', label: msg('Value'), text: code => valueWords(code).join(', ') },
  { name: 'uses', label: msg('Uses'), width: '110px', right: true, text: usesOf },
  {
    name: 'ends',
    label: msg('Last day'),
    width: '140px',
    text: ({ endsOn }) => (endsOn === null ? t('No end') : fullDateOf(endsOn)),
  },
  {
    name: 'created',
    label: msg('Created'),
    sort: true,
    width: '130px',
    cell: ({ createdAt }) => <When at={createdAt} as="day" />,
    text: ({ createdAt }) => createdAt,
  },
]

const lines = (code: PromoCode): PhoneRow => ({
  name: code.code,
  second: valueWords(code).join(', '),
  secondRight: usesOf(code),
})

type Open = { what: 'add' } | { what: 'end' | 'uses'; code: PromoCode }

const promoCodeMenu = (code: PromoCode, open: (what: Open) => void) => (
  <MoreMenu bare label={t('Actions for {name}', { name: code.code })}>
    <Menu.Item leftSection={<IconListDetails {...icon} />} onClick={() => open({ what: 'uses', code })}>
      {t('Show uses…')}
    </Menu.Item>
    <Menu.Item data-danger leftSection={<IconBan {...icon} />} onClick={() => open({ what: 'end', code })}>
      {t('End code…')}
    </Menu.Item>
  </MoreMenu>
)

export default function PromoCodesPage() {
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const add = (
    <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={() => setOpen({ what: 'add' })}>
      {t('Create promo code')}
    </Button>
  )
  return (
    <>
      <ListPage<PromoCode, typeof promoCodes.list.input>
        of={promoCodes.list}
        title={t('Promo codes')}
        noun={t('promo codes')}
        add={add}
        search={t('Search code…')}
        columns={columns}
        sort="code"
        rowName={({ code }) => code}
        phone={lines}
        open={code => setOpen({ what: 'uses', code })}
        rowMenu={code => promoCodeMenu(code, setOpen)}
        empty={
          <EmptyState title={t('No promo codes yet')} icon={IconDiscount} action={add}>
            {t('A promo code gives workspaces more trial days, free keys, or a discount.')}
          </EmptyState>
        }
      />
      <Suspense>
        {open?.what === 'add' && <AddPromoCode close={close} />}
        {open?.what === 'uses' && <PromoCodeUses code={open.code} close={close} />}
      </Suspense>
      {open?.what === 'end' && (
        <ConfirmCall
          of={promoCodes.end}
          input={{ id: open.code.id }}
          title={t('End the promo code {code}?', { code: open.code.code })}
          keep={t('Keep code')}
          act={t('End code')}
          said={t('Promo code {code} ended', { code: open.code.code })}
          close={close}
        >
          {t('It can no longer be redeemed. What was redeemed stays.')}
        </ConfirmCall>
      )}
    </>
  )
}
