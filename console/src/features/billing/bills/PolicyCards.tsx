import { paymentMethods, paymentPlans } from '@claviger/contract/billing/money'
import type { BillingPolicy } from '@claviger/contract/billing/plans'
import { Link } from '@tanstack/react-router'
import { count, fullDateOf } from '#platform/text/formats.ts'
import { moneyOf } from '#platform/text/money.ts'
import { t } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { planName, shareOf } from './bill-labels.ts'

function tiersOf({ plan, prices }: BillingPolicy) {
  if (plan === paymentPlans.prepaid) return prices.prepaid
  return plan === paymentPlans.fixedPrepaid ? prices.fixedPrepaid : prices.payAsYouGo
}

export function PlanCard({ policy }: { policy: BillingPolicy }) {
  const { plan, currency, licenses, discount, trialEndDate, exempt, address, prices } = policy
  const price = (amount: number) => t('{amount} a month', { amount: moneyOf(amount, currency) })
  const facts: (readonly [string, React.ReactNode])[] = [
    [t('Period'), plan === paymentPlans.payAsYouGo ? t('Monthly, billed afterwards') : t('Monthly, billed in advance')],
    [
      t('Price per key'),
      <ul key="tiers">
        {tiersOf(policy).map(({ from, price: amount }) => (
          <li key={from}>
            {from === 1 ? price(amount) : t('{price}, from key {number}', { price: price(amount), number: from })}
          </li>
        ))}
      </ul>,
    ],
    ...(plan === paymentPlans.payAsYouGo ? [[t('Free keys'), count(prices.freeKeys)] as const] : []),
    [
      t('Licenses'),
      <span key="licenses" className="cv-row">
        <span>{licenses === null ? t('As many as you use') : count(licenses)}</span>
        <Link to="/dashboard/licenses">{t('Details')}</Link>
      </span>,
    ],
    ...(discount > 0 ? [[t('Discount'), shareOf(discount)] as const] : []),
    ...(trialEndDate === null ? [] : [[t('Trial until'), fullDateOf(trialEndDate)] as const]),
    ...(address?.taxId ? [[t('Tax ID'), address.taxId] as const] : []),
  ]
  return (
    <Card title={t('Plan')} right={<Tag tone="accent">{exempt ? t('Not billed') : planName(plan)}</Tag>}>
      <Facts of={facts} />
    </Card>
  )
}

export function PaymentCard({ policy }: { policy: BillingPolicy }) {
  const { paymentMethod, address } = policy
  return (
    <Card title={t('Payment method')} right={<Link to="/dashboard/billing/payment-info">{t('Change')}</Link>}>
      <p>
        <strong>
          {paymentMethod === null
            ? t('No payment method')
            : paymentMethod === paymentMethods.wire
              ? t('Wire transfer')
              : t('Credit card')}
        </strong>
      </p>
      <p className="cv-muted">
        {paymentMethod === null
          ? t('Add a card or choose wire transfer to use more than the free keys.')
          : (address?.name ?? t('Without an invoice address'))}
      </p>
    </Card>
  )
}
