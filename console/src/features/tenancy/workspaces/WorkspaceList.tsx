import { workspaceStatus, workspaceTypes, workspaces } from '@claviger/contract/tenancy/workspaces'
import { Button } from '@mantine/core'
import { IconBuildings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { InputOf } from '@claviger/contract/platform/endpoint'
import { call } from '#platform/data/call.ts'
import { useRead } from '#platform/data/useRead.ts'
import { msg, t } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { WorkspaceIcon } from '#platform/ui/bits/WorkspaceIcon.tsx'
import { count } from '#platform/text/formats.ts'
import { Tile, Tiles } from '#platform/ui/charts/Tile.tsx'
import type { FilterDefinition } from '#platform/ui/filters/filters.ts'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import type { TabLink } from '#platform/ui/page/Tabs.tsx'
import type { ReactNode } from 'react'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { State, stateWord, stateWords, typeOf, typeWords } from './workspace-labels.tsx'
import type { Workspace } from './workspace-labels.tsx'

const columns: readonly Column<Workspace>[] = [
  {
    name: 'name',
    label: msg('Name'),
    sort: true,
    fixed: true,
    cell: workspace => (
      <span className="cv-named">
        <WorkspaceIcon name={workspace.name} icon={null} size={24} />
        <span className="cv-cut">{workspace.name}</span>
      </span>
    ),
    text: ({ name }) => name,
  },
  { name: 'slug', label: msg('Address'), text: ({ slug }) => slug },
  { name: 'type', label: msg('Type'), text: typeOf },
  {
    name: 'status',
    label: msg('Status'),
    cell: workspace => <State of={workspace} />,
    text: stateWord,
  },
  {
    name: 'users',
    label: msg('Users'),
    sort: true,
    right: true,
    cell: ({ users }) => count(users),
    text: ({ users }) => String(users),
  },
  {
    name: 'keys',
    label: msg('Keys'),
    sort: true,
    right: true,
    cell: ({ keys }) => count(keys),
    text: ({ keys }) => String(keys),
  },
  { name: 'owner', label: msg('Owner'), text: ({ owner }) => owner ?? '' },
  { name: 'partner', label: msg('Partner'), hidden: true, text: ({ partner }) => partner?.name ?? '' },
  {
    name: 'trial',
    label: msg('Trial ends'),
    sort: true,
    hidden: true,
    cell: ({ trialEnds }) => <When at={trialEnds} as="day" />,
    text: ({ trialEnds }) => trialEnds ?? '',
  },
  {
    name: 'lastUse',
    label: msg('Last used'),
    sort: true,
    cell: ({ lastUsedAt }) => <When at={lastUsedAt} as="ago" />,
    text: ({ lastUsedAt }) => lastUsedAt ?? '',
  },
  {
    name: 'created',
    label: msg('Created'),
    sort: true,
    cell: ({ createdAt }) => <When at={createdAt} as="day" />,
    text: ({ createdAt }) => createdAt,
  },
]

const lines = (workspace: Workspace): PhoneRow => ({
  name: workspace.name,
  status: <State of={workspace} />,
  second: workspace.slug,
  secondRight: t('{count, plural, one {# user} other {# users}}', { count: workspace.users }),
})

const filters: readonly FilterDefinition[] = [
  {
    name: 'type',
    label: msg('Type'),
    several: true,
    options: Object.entries(typeWords).map(([value, label]) => ({ value, label })),
  },
  {
    name: 'status',
    label: msg('Status'),
    options: Object.entries(stateWords).map(([value, { word: label }]) => ({ value, label })),
  },
  {
    name: 'trial',
    label: msg('Trial'),
    options: [
      { value: 'running', label: msg('Running') },
      { value: 'ending', label: msg('Ends within 14 days') },
      { value: 'ended', label: msg('Ended') },
      { value: 'none', label: msg('None') },
    ],
  },
  {
    name: 'special',
    label: msg('Special'),
    options: [
      { value: 'true', label: msg('Special') },
      { value: 'false', label: msg('Not special') },
    ],
  },
  {
    name: 'unusedDays',
    label: msg('Last used'),
    options: [
      { value: '30', label: msg('Over 30 days ago') },
      { value: '90', label: msg('Over 90 days ago') },
      { value: '365', label: msg('Over a year ago') },
    ],
  },
  {
    name: 'minUsers',
    label: msg('Size'),
    options: [
      { value: '100', label: msg('100 users or more') },
      { value: '1000', label: msg('1,000 users or more') },
      { value: '10000', label: msg('10,000 users or more') },
    ],
  },
]

function Figures() {
  const counts = useRead(workspaces.counts, {}, { quiet: true })
  const { data, isError: failed } = counts
  const business = data?.byType
    .filter(({ type }) => type !== workspaceTypes.individual)
    .reduce((sum, one) => sum + one.count, 0)
  const active = data?.byStatus.find(({ status }) => status === workspaceStatus.active)?.count ?? 0
  const warned = data?.byStatus.find(({ status }) => status === workspaceStatus.warning)?.count ?? 0
  return (
    <Tiles>
      <Tile
        label={t('Workspaces')}
        value={data?.total}
        failed={failed}
        under={t('{number} business', { number: count(business ?? 0) })}
      />
      <Tile label={t('Active')} value={data && active} failed={failed} under={t('Available to their users')} />
      <Tile label={t('Warning')} value={data && warned} failed={failed} under={t('Trial or invoice needs attention')} />
      <Tile label={t('Users')} value={data?.users} failed={failed} under={t('In all workspaces')} />
    </Tiles>
  )
}

/** All workspaces of the installation; `views` and `actions` come from the saved views of the reader. */
export function WorkspaceList({ views, actions }: { views: readonly TabLink[]; actions: ReactNode }) {
  return (
    <>
      <PageHead
        title={t('Workspaces')}
        actions={
          <>
            {actions}
            <Button variant="default" component={Link} to="/dashboard/super-admin/import">
              {t('Import workspaces…')}
            </Button>
          </>
        }
      />
      <Figures />
      <ListPage<Workspace, typeof workspaces.all.input>
        of={workspaces.all}
        noun={t('workspaces')}
        search={t('Search name or address…')}
        views={views}
        columns={columns}
        filters={filters}
        exportAll={(format, { page: _page, pageSize: _size, after: _after, sort: _sort, order: _order, ...ask }) =>
          format === 'csv' ? call(workspaces.exportAll, ask as InputOf<typeof workspaces.exportAll.input>) : undefined
        }
        sort="name"
        rowName={({ name }) => name}
        phone={lines}
        to={({ id }) => `/dashboard/super-admin/workspaces/${id}`}
        empty={
          <EmptyState
            title={t('No workspaces yet')}
            action={actions}
            link={{ to: '/dashboard/super-admin/import', label: t('Import workspaces…') }}
            icon={IconBuildings}
          >
            {t('A workspace appears here when a customer registers one.')}
          </EmptyState>
        }
      />
    </>
  )
}
