import { type Payment, paymentStates, refundStates } from '@claviger/contract/billing/payments'
import { Button, Group, Stack } from '@mantine/core'
import { exactlyOf } from '#platform/text/formats.ts'
import { moneyOf } from '#platform/text/money.ts'
import { msg, t } from '#platform/text/text.ts'
import { Status, type StatusLook } from '#platform/ui/bits/Status.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'

const looks: Record<number, StatusLook> = {
  [paymentStates.sent]: { word: msg('In progress'), shape: 'quarter', tone: 'accent' },
  [paymentStates.confirming]: { word: msg('Needs confirmation'), shape: 'ring', tone: 'warn' },
  [paymentStates.paid]: { word: msg('Paid'), shape: 'disc', tone: 'ok' },
  [paymentStates.failed]: { word: msg('Failed'), shape: 'triangle', tone: 'bad' },
}
const unknown: StatusLook = { word: msg('Unknown'), shape: 'ring', tone: 'mute' }

const refundWords: Record<number, string> = {
  [refundStates.pending]: msg('Refund of {amount} requested on {day}'),
  [refundStates.done]: msg('{amount} refunded on {day}'),
  [refundStates.failed]: msg('Refund of {amount} on {day} failed'),
}

/** What is left to refund; refunds that are under way count. */
export const leftOf = ({ amount, refunds }: Payment): number =>
  amount - refunds.filter(({ state }) => state !== refundStates.failed).reduce((sum, one) => sum + one.amount, 0)

interface Props {
  items: readonly Payment[]
  refund?: (payment: Payment) => void
}

function One({ payment, refund }: { payment: Payment; refund?: Props['refund'] }) {
  const { card, amount, currency, state, failure, createdAt, retryAt, refunds, disputes } = payment
  const { word, ...look } = looks[state] ?? unknown
  const money = (value: number) => moneyOf(value, currency)
  return (
    <Stack component="li" className="cv-quiet cv-wrap" gap={4} align="flex-start" pb={16}>
      <Group gap="4px 10px">
        <strong className="cv-number">{money(amount)}</strong>
        <Status {...look}>{t(word)}</Status>
        {disputes.length > 0 && <Tag tone="bad">{t('Disputed')}</Tag>}
      </Group>
      <p>{[card, exactlyOf(createdAt)].filter(Boolean).join(' · ')}</p>
      {failure !== null && <p className="cv-bad">{failure}</p>}
      {retryAt !== null && <p>{t('Next attempt on {day}', { day: exactlyOf(retryAt) })}</p>}
      {refunds.map(one => (
        <p key={one.id}>
          {t(refundWords[one.state] ?? msg('Unknown'), { amount: money(one.amount), day: exactlyOf(one.createdAt) })}
          {one.reason !== '' && ` · ${one.reason}`}
        </p>
      ))}
      {disputes.map(one => (
        <p key={one.id}>
          {t('Dispute of {amount}: {status}, {reason}', {
            amount: money(one.amount),
            status: one.status,
            reason: one.reason,
          })}
        </p>
      ))}
      {refund && state === paymentStates.paid && leftOf(payment) > 0 && (
        <Button mt={8} variant="default" onClick={() => refund(payment)}>
          {t('Refund…')}
        </Button>
      )}
    </Stack>
  )
}

/** Card payments of an invoice, each attempt with its refunds and disputes. */
export const PaymentList = ({ items, ...rest }: Props) => (
  <Stack component="ul" className="cv-ruled" gap={16}>
    {items.map(payment => (
      <One key={payment.id} payment={payment} {...rest} />
    ))}
  </Stack>
)
