import { allBills } from '@claviger/contract/billing/all-bills'
import { bills } from '@claviger/contract/billing/bills'
import type { Bill } from '@claviger/contract/billing/bills'
import { Box, Button, Group } from '@mantine/core'
import { IconArrowLeft, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { ErrorCard } from '#platform/ui/page/ErrorCard.tsx'
import { Paper } from '#platform/ui/page/Paper.tsx'
import { Loading } from '#shell/Loading.tsx'
import { SessionKeeper } from '#shell/session.tsx'
import { billName } from './bill-labels.ts'
import { BillStatus } from './BillStatus.tsx'
import { downloadCsv, downloadPdf } from './documents.ts'
import { Pay } from './Pay.tsx'
import classes from './document.module.css'

interface Query {
  status?: string
  workspaceId?: string
  paymentMethod?: string
}

const asMethod = (value: string | undefined) => (value === '0' || value === '1' ? { paymentMethod: value } : {})

/** The three branches of the screen (decision G59): own bill, current bill of a workspace, bill of a workspace. */
function useDocument(id: string, { status, workspaceId = '', paymentMethod }: Query) {
  const current = status === 'current' && workspaceId !== ''
  const custom = status === 'custom' && workspaceId !== ''
  const own = !current && !custom
  const quiet = { quiet: true }
  const ofWorkspace = useRead(
    allBills.current,
    { workspaceId, ...asMethod(paymentMethod) },
    { ...quiet, when: current },
  )
  const any = useRead(allBills.document, { invoiceId: id, workspaceId }, { ...quiet, when: custom })
  const anyFacts = useRead(allBills.one, { id }, { ...quiet, when: custom })
  const mine = useRead(bills.invoice, { id }, { ...quiet, when: own })
  const mineFacts = useRead(bills.one, { id }, { ...quiet, when: own && id !== 'current' })
  const now = useRead(bills.current, {}, { ...quiet, when: own && id === 'current' })
  const read = current ? ofWorkspace : custom ? any : mine
  const html = current ? ofWorkspace.data?.document : ((custom ? any.data : mine.data) as string | undefined)
  const bill: Bill | undefined = current ? ofWorkspace.data : custom ? anyFacts.data : (mineFacts.data ?? now.data)
  const back = own
    ? { to: '/dashboard/billing/status', label: t('Billing') }
    : { to: `/dashboard/super-admin/workspaces/${workspaceId}/billing`, label: t('Workspace billing') }
  return { read, html, bill, back, own, custom }
}

function Document() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { read, html, bill, back, own, custom } = useDocument(id, useSearch({ strict: false }))
  const frame = useRef<HTMLIFrameElement>(null)
  const name = bill ? billName(bill) : ''
  const title = bill?.invoiceId === null ? t('Current bill') : t('Invoice {number}', { number: name })
  useEffect(() => {
    document.title = `${title} · Claviger`
  }, [title])
  const print = () => frame.current?.contentWindow?.print()
  return (
    <Box mih="100vh" bg="var(--cv-canvas)">
      <Group component="header" className={classes.bar} gap="8px 16px" mih={52} p="8px 20px">
        <a className="cv-line" href={back.to}>
          <IconArrowLeft size={16} stroke={1.8} aria-hidden />
          {back.label}
        </a>
        <h1 className="cv-heading">{title}</h1>
        {bill && <BillStatus of={bill} />}
        <div className={`cv-ends ${classes.ends ?? ''}`}>
          {own && (
            <Button
              variant="default"
              disabled={html === undefined}
              leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
              onClick={() => void downloadCsv(id, name === '' ? id : name)}
            >
              {t('Download CSV')}
            </Button>
          )}
          {(own || custom) && (
            <Button
              variant="default"
              disabled={html === undefined}
              leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
              onClick={() => void downloadPdf(id, name === '' ? id : name, custom ? 'any' : 'workspace')}
            >
              {t('Download PDF')}
            </Button>
          )}
          <Button
            variant="default"
            disabled={html === undefined}
            leftSection={<IconPrinter size={16} stroke={1.7} aria-hidden />}
            onClick={print}
          >
            {t('Print')}
          </Button>
          {bill && own && <Pay bill={bill} />}
        </div>
      </Group>
      <main className={classes.desk}>
        {read.isError ? (
          <ErrorCard title={t("We couldn't load the invoice")} fault={read.error} retry={() => void read.refetch()} />
        ) : html === undefined ? (
          <Loading />
        ) : (
          <Paper html={html} title={title} frame={frame} />
        )}
      </main>
    </Box>
  )
}

/** An invoice as its document, without the menu, for reading and printing (decision G46). */
export default function DocumentPage() {
  return (
    <SessionKeeper>
      <Document />
    </SessionKeeper>
  )
}
