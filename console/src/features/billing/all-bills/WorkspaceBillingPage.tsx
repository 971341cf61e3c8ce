import { allBills } from '@claviger/contract/billing/all-bills'
import { plans } from '@claviger/contract/billing/plans'
import { usage } from '@claviger/contract/billing/usage'
import { Button, Stack } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { periodOf } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { ConfirmCall } from '#platform/ui/over/ConfirmCall.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { OneWorkspace } from '#features/tenancy/workspaces/OneWorkspace.tsx'
import { billColumns, billLinesOnPhone } from '../bills/bill-columns.tsx'
import type { BillRow } from '../bills/bill-columns.tsx'
import { billName } from '../bills/bill-labels.ts'
import { BillLines } from '../bills/BillLines.tsx'
import { PolicyCard } from '../plans/PolicyCard.tsx'
import { SwitchCard } from '../plans/SwitchCard.tsx'
import { UsageCard } from '../usage/UsageCard.tsx'
import { menuOfAnyBill } from './AnyBillMenu.tsx'

function IssueCurrent({ id }: { id: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('Issue invoice…')}
      </Button>
      {open && (
        <ConfirmCall
          of={allBills.close}
          input={{ id }}
          title={t('Issue the invoice now?')}
          keep={t('Keep period open')}
          act={t('Issue invoice')}
          safe
          said={t('Invoice issued')}
          close={() => setOpen(false)}
        >
          {t(
            "The current period ends with yesterday, and its invoice is issued and sent by email. A new period starts today. An issued invoice can't change.",
          )}
        </ConfirmCall>
      )}
    </>
  )
}

function Current({ id }: { id: string }) {
  const current = useRead(allBills.current, { workspaceId: id })
  const bill = current.data
  const days = useRead(
    usage.daysOf,
    { id, from: bill?.from ?? '', to: bill?.to ?? '' },
    { when: bill !== undefined, quiet: true },
  )
  return (
    <>
      <Card
        title={bill ? t('Current period, {period}', { period: periodOf(bill.from, bill.to) }) : t('Current period')}
        flush
        right={
          <span className="cv-ends">
            <Button
              variant="default"
              component="a"
              href={`/dashboard/bill/current/pdf?status=current&workspaceId=${id}`}
            >
              {t('Open document')}
            </Button>
            <IssueCurrent id={id} />
          </span>
        }
      >
        <Waiting on={current} what={t('the current bill')}>
          {bill && <BillLines bill={bill} total={t('Expected total')} label={t('Lines of the current bill')} />}
        </Waiting>
      </Card>
      {days.data && <UsageCard days={days.data.items} />}
    </>
  )
}

function Billing({ id }: { id: string }) {
  const policy = useRead(plans.ofWorkspace, { id })
  const write = useWrite(plans.setPaymentMethod)
  return (
    <Stack gap={16}>
      <div className="cv-in-order">
        <Waiting on={policy} what={t('the billing policy')}>
          {policy.data && (
            <>
              <PolicyCard
                policy={policy.data}
                workspaceId={id}
                setMethod={paymentMethod => write.mutate({ id, paymentMethod })}
              />
              <SwitchCard policy={policy.data} workspaceId={id} />
            </>
          )}
        </Waiting>
        <Current id={id} />
        <ListPage<BillRow, typeof allBills.history.input>
          of={allBills.history}
          fixed={{ id }}
          idOf={({ invoiceId }) => invoiceId ?? ''}
          noun={t('invoices')}
          columns={billColumns}
          rowName={billName}
          phone={billLinesOnPhone}
          to={bill => `/dashboard/bill/${bill.id}/pdf?status=custom&workspaceId=${id}`}
          rowMenu={menuOfAnyBill}
          empty={
            <EmptyState
              title={t('No invoices yet')}
              link={{
                to: '/dashboard/super-admin/invoices/new',
                label: t('Create invoice'),
                search: { workspace: id },
              }}
              icon={IconReceipt}
            >
              {t('The first invoice of this workspace is issued when the current period ends.')}
            </EmptyState>
          }
        />
      </div>
    </Stack>
  )
}

const createFor = ({ id }: { id: string }) => (
  <Button component={Link} to="/dashboard/super-admin/invoices/new" search={{ workspace: id } as never}>
    {t('Create invoice')}
  </Button>
)

export default function WorkspaceBillingPage() {
  return <OneWorkspace primary={createFor}>{({ id }) => <Billing id={id} />}</OneWorkspace>
}
