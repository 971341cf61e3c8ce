import { partners } from '@claviger/contract/governance/partners'
import type { Partner } from '@claviger/contract/governance/partners'
import { Button } from '@mantine/core'
import { IconHeartHandshake, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { count } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { State, stateWord } from '#features/tenancy/workspaces/workspace-labels.tsx'

const CreatePartner = lazy(() => import('./CreatePartner.tsx'))
const PartnerPanel = lazy(() => import('./PartnerPanel.tsx'))

const columns: readonly Column<Partner>[] = [
  {
    name: 'name',
    label: msg('Name'),
    sort: true,
    fixed: true,
    cell: ({ name }) => <span className="cv-cut">{name}</span>,
    text: ({ name }) => name,
  },
  { name: 'status', label: msg('Status'), cell: row => <State of={row} />, text: stateWord },
  {
    name: 'workspaces',
    label: msg('Workspaces'),
    right: true,
    cell: ({ workspaces }) => count(workspaces),
    text: ({ workspaces }) => String(workspaces),
  },
  {
    name: 'users',
    label: msg('Users'),
    right: true,
    cell: ({ users }) => count(users),
    text: ({ users }) => String(users),
  },
  { name: 'keys', label: msg('Keys'), right: true, cell: ({ keys }) => count(keys), text: ({ keys }) => String(keys) },
  {
    name: 'licenses',
    label: msg('Licenses'),
    right: true,
    cell: ({ licenses }) => count(licenses.active),
    text: ({ licenses }) => String(licenses.active),
  },
  {
    name: 'requested',
    label: msg('Requested'),
    right: true,
    cell: ({ licenses }) => count(licenses.requested),
    text: ({ licenses }) => String(licenses.requested),
  },
  { name: 'owner', label: msg('Owner'), text: ({ owner }) => owner ?? '' },
  {
    name: 'created',
    label: msg('Created'),
    sort: true,
    cell: ({ createdAt }) => <When at={createdAt} as="day" />,
    text: ({ createdAt }) => createdAt,
  },
]

const lines = (row: Partner): PhoneRow => ({
  name: row.name,
  status: <State of={row} />,
  second: t('{count, plural, one {# workspace} other {# workspaces}}', { count: row.workspaces }),
  secondRight: t('{count, plural, one {# license} other {# licenses}}', { count: row.licenses.active }),
})

export default function PartnersPage() {
  const [adding, setAdding] = useState(false)
  const [opened, setOpened] = useState<Partner | null>(null)
  const create = (
    <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={() => setAdding(true)}>
      {t('Create partner')}
    </Button>
  )
  return (
    <>
      <ListPage<Partner, typeof partners.list.input>
        of={partners.list}
        title={t('Partners')}
        noun={t('partners')}
        search={t('Search name or address…')}
        columns={columns}
        sort="name"
        rowName={({ name }) => name}
        open={setOpened}
        phone={lines}
        add={create}
        empty={
          <EmptyState title={t('No partners yet')} action={create} icon={IconHeartHandshake}>
            {t('A partner resells licenses and manages workspaces of its customers.')}
          </EmptyState>
        }
      />
      <Suspense>{adding && <CreatePartner close={() => setAdding(false)} />}</Suspense>
      <Suspense>{opened && <PartnerPanel key={opened.id} partner={opened} close={() => setOpened(null)} />}</Suspense>
    </>
  )
}
