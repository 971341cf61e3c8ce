import { bills, reminderDays } from '@claviger/contract/billing/bills'
import type { Bill, CurrentBill } from '@claviger/contract/billing/bills'
import { plans } from '@claviger/contract/billing/plans'
import { usage } from '@claviger/contract/billing/usage'
import { Box, Button, Group, Stack } from '@mantine/core'
import { IconAlertCircle, IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { fullDateOf, periodOf } from '#platform/text/formats.ts'
import { moneyOf } from '#platform/text/money.ts'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { DeferredContent } from '#platform/ui/page/DeferredContent.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { UsageCard } from '../usage/UsageCard.tsx'
import { billName, daysLate } from './bill-labels.ts'
import { BillingFrame } from './BillingFrame.tsx'
import { BillLines } from './BillLines.tsx'
import { BillStatus } from './BillStatus.tsx'
import { downloadCsv } from './documents.ts'
import { IssueNow } from './IssueNow.tsx'
import { isPayable, Pay } from './Pay.tsx'
import { PaymentCard, PlanCard } from './PolicyCards.tsx'

/** The day on which the workspace of an unpaid invoice is warned. */
const warnedFrom = (dueDate: string): string =>
  new Date(Date.parse(dueDate) + Math.max(...reminderDays) * 86_400_000).toISOString().slice(0, 10)

function Overdue({ bill }: { bill: Bill }) {
  const day = bill.dueDate ?? ''
  return (
    <Group className="cv-panel" gap={10} p="10px 12px" data-tone="bad" role="group" aria-label={t('Overdue invoice')}>
      <IconAlertCircle size={18} stroke={1.7} aria-hidden />
      <Box component="p" flex={1} miw={200}>
        <strong>
          {t('Invoice {number} is {count, plural, one {# day} other {# days}} overdue.', {
            number: bill.number ?? '',
            count: daysLate(day),
          })}
        </strong>{' '}
        {t('{amount} was due on {day}.', { amount: moneyOf(bill.open, bill.currency), day: fullDateOf(day) })}{' '}
        {t('Your workspace is not warned before {day}.', { day: fullDateOf(warnedFrom(day)) })}
      </Box>
      <Pay bill={bill} />
    </Group>
  )
}

function Current({ bill }: { bill: CurrentBill }) {
  return (
    <>
      <Group gap={12} align="flex-start" justify="space-between" p="16px 20px" wrap="nowrap">
        <div>
          <Box component="h2" className="cv-quiet" fz={13} fw={400}>
            {t('Current period, {period}', { period: periodOf(bill.from, bill.to) })}
          </Box>
          <p className="cv-quiet">
            <Box component="strong" className="cv-number" fz={32} lh="40px">
              {moneyOf(bill.subtotal, bill.currency)}
            </Box>{' '}
            {t('so far, before tax')}
          </p>
          <p className="cv-quiet">
            {bill.dueDate === null
              ? t('The invoice is issued on {day}.', { day: fullDateOf(bill.issuesOn) })
              : t('The invoice is issued on {day} and due on {due}.', {
                  day: fullDateOf(bill.issuesOn),
                  due: fullDateOf(bill.dueDate),
                })}
          </p>
        </div>
        <BillStatus of={bill} />
      </Group>
      {bill.lines.length === 0 ? (
        <Box component="p" className="cv-quiet" p="16px 20px">
          {t('Nothing is charged yet. Keys above the free ones, single sign-on, and second factors appear here.')}
        </Box>
      ) : (
        <BillLines bill={bill} total={t('Expected total')} label={t('Lines of the current bill')} />
      )}
    </>
  )
}

function Latest({ latest, total }: { latest: readonly Bill[]; total: number }) {
  return (
    <Card
      title={t('Latest invoices')}
      flush
      {...(total > 0
        ? { right: <Link to="/dashboard/billing/history">{t('All {count}', { count: total })}</Link> }
        : {})}
    >
      {latest.length === 0 ? (
        <Box component="p" className="cv-quiet" p="16px 20px">
          {t('No invoices yet. The first one is issued after this period.')}
        </Box>
      ) : (
        <ul className="cv-ruled">
          {latest.map(bill => (
            <Grid
              component="li"
              columns="1fr auto minmax(92px, auto)"
              gap={12}
              align="center"
              p="8px 16px"
              key={bill.invoiceId}
            >
              <a href={`/dashboard/bill/${bill.invoiceId}/pdf`}>{billName(bill)}</a>
              <span className="cv-number">{moneyOf(bill.total, bill.currency)}</span>
              <BillStatus of={bill} />
            </Grid>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Usage({ from, to }: { from: string; to: string }) {
  const days = useRead(usage.days, { from, to })
  return (
    <Waiting on={days} what={t('the usage')}>
      <UsageCard days={days.data?.items ?? []} />
    </Waiting>
  )
}

const shownInvoices = 4

export default function StatusPage() {
  const current = useRead(bills.current, {})
  const policy = useRead(plans.policy, {})
  const history = useRead(bills.history, {}, { quiet: true })
  const all = history.data?.items ?? []
  const bill = current.data
  return (
    <BillingFrame
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
            onClick={() => void downloadCsv('current')}
          >
            {t('Export CSV')}
          </Button>
          <Button variant="default" component="a" href="/dashboard/bill/current/pdf">
            {t('Open document')}
          </Button>
          <IssueNow />
        </>
      }
    >
      {all.filter(isPayable).map(late => (
        <Overdue key={late.invoiceId} bill={late} />
      ))}
      <DeferredContent until={!history.isPending}>
        <Grid columns="minmax(0, 2fr) minmax(0, 1fr)" align="start" below={1200}>
          <div className="cv-in-order">
            <Stack gap={16} miw={0}>
              <Card flush>
                <Waiting on={current} what={t('the current bill')}>
                  {bill && <Current bill={bill} />}
                </Waiting>
              </Card>
              {bill && <Usage from={bill.from} to={bill.to} />}
            </Stack>
            <Stack gap={16} miw={0}>
              <div className="cv-in-order">
                <Waiting on={policy} what={t('your plan')}>
                  {policy.data && (
                    <>
                      <PlanCard policy={policy.data} />
                      <PaymentCard policy={policy.data} />
                    </>
                  )}
                </Waiting>
                <Waiting on={history} what={t('your invoices')}>
                  <Latest latest={all.slice(0, shownInvoices)} total={history.data?.total ?? 0} />
                </Waiting>
              </div>
            </Stack>
          </div>
        </Grid>
      </DeferredContent>
    </BillingFrame>
  )
}
