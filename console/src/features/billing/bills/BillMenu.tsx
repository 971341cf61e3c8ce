import { Menu } from '@mantine/core'
import { IconDownload, IconFileInvoice } from '@tabler/icons-react'
import { t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import type { BillRow } from './bill-columns.tsx'
import { billName } from './bill-labels.ts'
import { downloadCsv, downloadPdf } from './documents.ts'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

function BillMenu({ bill }: { bill: BillRow }) {
  const name = billName(bill)
  return (
    <MoreMenu bare label={t('Actions for {name}', { name })}>
      <Menu.Item component="a" href={`/dashboard/bill/${bill.id}/pdf`} leftSection={<IconFileInvoice {...icon} />}>
        {t('Open document')}
      </Menu.Item>
      <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => void downloadPdf(bill.id, name)}>
        {t('Download PDF')}
      </Menu.Item>
      <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => void downloadCsv(bill.id, name)}>
        {t('Download CSV')}
      </Menu.Item>
    </MoreMenu>
  )
}

export const menuOfBill = (bill: BillRow) => <BillMenu bill={bill} />
