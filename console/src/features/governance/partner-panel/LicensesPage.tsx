import { licenseStatus } from '@claviger/contract/governance/partners'
import type { PartnerLicense } from '@claviger/contract/governance/partners'
import { partnerPanel } from '@claviger/contract/governance/partner-panel'
import { Button, Menu } from '@mantine/core'
import { IconLicense, IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { Tile, Tiles } from '#platform/ui/charts/Tile.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { useSession } from '#shell/session.tsx'
import { licenseColumns, licenseLines } from '../partners/license-columns.tsx'

const RequestLicenses = lazy(() => import('./RequestLicenses.tsx'))

function Pool() {
  const { me } = useSession()
  const { data, isError: failed } = useRead(partnerPanel.info, { id: me.workspace.id }, { quiet: true })
  const of = data?.licenses
  return (
    <Tiles>
      <Tile label={t('Active licenses')} value={of?.active} failed={failed} under={t('Held by you')} />
      <Tile label={t('Assigned')} value={of?.assigned} failed={failed} under={t('To your customers')} />
      <Tile label={t('Free')} value={of?.free} failed={failed} under={t('Can be assigned')} />
      <Tile label={t('Requested')} value={of?.requested} failed={failed} under={t('Waiting for a decision')} />
    </Tiles>
  )
}

function LicenseMenu({ row }: { row: PartnerLicense }) {
  const withdraw = useWrite(partnerPanel.withdraw, { done: () => toast('success', t('Request withdrawn')) })
  return (
    <MoreMenu bare label={t('Actions for {count, plural, one {# license} other {# licenses}}', { count: row.size })}>
      <Menu.Item
        leftSection={<IconTrash size={16} stroke={1.7} aria-hidden />}
        disabled={row.status !== licenseStatus.requested}
        onClick={() => withdraw.mutate({ id: row.id })}
      >
        {t('Withdraw request')}
      </Menu.Item>
    </MoreMenu>
  )
}

const menuOf = (row: PartnerLicense) => <LicenseMenu row={row} />

export default function LicensesPage() {
  const { can } = useSession()
  const [asking, setAsking] = useState(false)
  const request = can('partner.write') && (
    <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={() => setAsking(true)}>
      {t('Request licenses')}
    </Button>
  )
  return (
    <>
      <ListPage<PartnerLicense, typeof partnerPanel.licenses.input>
        of={partnerPanel.licenses}
        noun={t('licenses')}
        title={t('Licenses')}
        add={request}
        renderAbove={() => <Pool />}
        columns={licenseColumns}
        sort="requested"
        rowName={({ size }) => String(size)}
        phone={licenseLines}
        {...(can('partner.write') && { rowMenu: menuOf })}
        empty={
          <EmptyState title={t('No licenses yet')} action={request} icon={IconLicense}>
            {t('Request licenses to assign them to your customers.')}
          </EmptyState>
        }
      />
      <Suspense>{asking && <RequestLicenses close={() => setAsking(false)} />}</Suspense>
    </>
  )
}
