import { keyStatus, securityKeys } from '@claviger/contract/keys/security-keys'
import type { SecurityKey } from '@claviger/contract/keys/security-keys'
import { Button, Menu } from '@mantine/core'
import {
  IconCertificate,
  IconChevronDown,
  IconFileUpload,
  IconKey,
  IconListCheck,
  IconNfc,
  IconPlus,
  IconUsersGroup,
} from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import type { TabLink } from '#platform/ui/page/Tabs.tsx'
import { useOverlayAddress } from '#shell/overlay-address.ts'
import { useSession } from '#shell/session.tsx'
import { keyColumns, keyLines } from './key-columns.tsx'
import { useKeyFilters } from './list/key-filters.ts'
import { keyMenuOf } from './list/KeyMenu.tsx'
import { useKeyBulk } from './list/useKeyBulk.tsx'

const AssignKey = lazy(() => import('../key-assignment/AssignKey.tsx'))
const home = '/dashboard/security-keys'

function useViews(given: Record<string, string | undefined>): TabLink[] {
  const counts = useRead(securityKeys.counts, {}, { quiet: true })
  const unused = useRead(securityKeys.unused, {}, { quiet: true })
  const pending = counts.data?.byStatus.find(one => one.status === keyStatus.pending)?.count ?? 0
  const view = (label: string, name: string, value: string, count?: number): TabLink => ({
    label,
    to: home,
    search: { [name]: value },
    active: given[name] === value,
    ...(counts.data && count !== undefined ? { count } : {}),
  })
  const narrow = [
    view(t('Blocked'), 'blocked', 'true', counts.data?.blocked),
    view(t('Unused for 90 days'), 'unusedDays', '90', unused.data?.count),
    view(t('Without a PIN'), 'pinless', 'true', counts.data?.pinless),
    view(t('Pending'), 'status', String(keyStatus.pending), pending),
  ]
  const all: TabLink = {
    label: t('All'),
    to: home,
    active: !narrow.some(one => one.active),
    ...(counts.data ? { count: counts.data.all } : {}),
  }
  return [all, ...narrow]
}

function More({ write }: { write: boolean }) {
  const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const
  return (
    <Menu width={230}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown {...icon} />}>
          {t('More')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {write && (
          <Menu.Item component={Link} to={`${home}/bulk-import`} leftSection={<IconFileUpload {...icon} />}>
            {t('Import cards')}
          </Menu.Item>
        )}
        <Menu.Item component={Link} to={`${home}/readers`} leftSection={<IconNfc {...icon} />}>
          {t('Card readers')}
        </Menu.Item>
        <Menu.Item component={Link} to={`${home}/shared`} leftSection={<IconUsersGroup {...icon} />}>
          {t('Shared accounts')}
        </Menu.Item>
        <Menu.Item component={Link} to={`${home}/models`} leftSection={<IconCertificate {...icon} />}>
          {t('Key models')}
        </Menu.Item>
        <Menu.Item component={Link} to={`${home}/runs`} leftSection={<IconListCheck {...icon} />}>
          {t('Runs')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

export default function SecurityKeysPage() {
  const { can } = useSession()
  const given: Record<string, string | undefined> = useSearch({ strict: false })
  const assigning = useOverlayAddress('assign', can('keys.write'))
  const views = useViews(given)
  const filters = useKeyFilters()
  const { bulk, dialog } = useKeyBulk()
  const write = can('keys.write')
  const assign = write && (
    <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={assigning.begin}>
      {t('Assign key')}
    </Button>
  )
  return (
    <>
      <ListPage<SecurityKey, typeof securityKeys.list.input>
        of={securityKeys.list}
        noun={t('security keys')}
        title={t('Security keys')}
        actions={<More write={write} />}
        add={assign}
        views={views}
        {...(write ? { bulk, wholeToo: true as const } : {})}
        search={t('Search key, owner, card ID…')}
        filters={filters}
        columns={keyColumns}
        sort="-lastActivity"
        rowName={key => `${key.name}, ${key.owner.name}`}
        phone={keyLines}
        to={key => `${home}/${key.id}`}
        rowMenu={keyMenuOf}
        empty={
          <EmptyState title={t('No security keys yet')} icon={IconKey} action={assign}>
            {t('Users sign in with a security key: a card, a phone, a hardware key, or a fingerprint.')}
          </EmptyState>
        }
      />
      {dialog}
      <Suspense>{assigning.open && <AssignKey close={assigning.end} />}</Suspense>
    </>
  )
}
