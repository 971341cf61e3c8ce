import type { Bill } from '@claviger/contract/billing/bills'
import { billKinds } from '@claviger/contract/billing/money'
import { t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { lookOfBill } from './bill-labels.ts'

/** Payment status of a bill, and what else is known about its payment. */
export function BillStatus({ of }: { of: Bill }) {
  const { word, ...look } = lookOfBill(of)
  const credit = of.kind === billKinds.creditNote
  return (
    <span className="cv-row">
      {credit ? <Tag>{t('Credit note')}</Tag> : <Status {...look}>{t(word)}</Status>}
      {of.disputed && <Tag tone="bad">{t('Disputed')}</Tag>}
      {of.refunded > 0 && <Tag>{t('Refunded')}</Tag>}
    </span>
  )
}
