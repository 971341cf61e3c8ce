import { partners } from '@claviger/contract/governance/partners'
import type { PartnerLicense } from '@claviger/contract/governance/partners'
import { IconLicense } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { msg, t } from '#platform/text/text.ts'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import type { Column } from '#platform/ui/table/table-columns.ts'
import { licenseColumns, licenseFilter, licenseLines } from './license-columns.tsx'

const DecideLicense = lazy(() => import('./DecideLicense.tsx'))

const columns: readonly Column<PartnerLicense>[] = [
  {
    name: 'partner',
    label: msg('Partner'),
    fixed: true,
    cell: ({ partner }) => <span className="cv-cut">{partner.name}</span>,
    text: ({ partner }) => partner.name,
  },
  ...licenseColumns,
]

export default function LicensesPage() {
  const [opened, setOpened] = useState<PartnerLicense | null>(null)
  return (
    <>
      <ListPage<PartnerLicense, typeof partners.requests.input>
        of={partners.requests}
        title={t('Partner licenses')}
        noun={t('licenses')}
        filters={[licenseFilter]}
        columns={columns}
        sort="requested"
        rowName={({ partner, size }) => `${partner.name}, ${size}`}
        open={setOpened}
        phone={licenseLines}
        empty={
          <EmptyState
            title={t('No license requests')}
            link={{ to: '/dashboard/super-admin/partners', label: t('Open partners') }}
            icon={IconLicense}
          >
            {t('Requests of partners wait here for your decision. Filter by status to see decided ones.')}
          </EmptyState>
        }
      />
      <Suspense>{opened && <DecideLicense key={opened.id} license={opened} close={() => setOpened(null)} />}</Suspense>
    </>
  )
}
