import { namedLists } from '@claviger/contract/rules/named-lists'
import type { NamedList } from '@claviger/contract/rules/named-lists'
import { Button } from '@mantine/core'
import { IconListDetails, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { count } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import type { FilterDefinition } from '#platform/ui/filters/filters.ts'
import { deletion } from '#platform/ui/list/deletion.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { useSession } from '#shell/session.tsx'
import { listTypeNames } from '#features/decide/policy-content/policy-labels.ts'

const DeleteLists = lazy(() => import('./DeleteLists.tsx'))
const home = '/dashboard/named-lists'

type Row = NamedList & { id: string }

const typeOf = ({ type }: NamedList) => t(listTypeNames[type] ?? msg('Unknown'))
const entriesOf = ({ entries }: NamedList) => t('{count, plural, one {# entry} other {# entries}}', { count: entries })

const columns: readonly Column<Row>[] = [
  { name: 'name', label: msg('Name'), sort: true, fixed: true, text: ({ name }) => name },
  { name: 'type', label: msg('Type'), width: '200px', text: typeOf },
  { name: 'description', label: msg('Description'), text: ({ description }) => description },
  {
    name: 'entries',
    label: msg('Entries'),
    width: '96px',
    right: true,
    cell: ({ entries }) => count(entries),
    text: ({ entries }) => String(entries),
  },
  {
    name: 'policies',
    label: msg('Used in policies'),
    width: '136px',
    right: true,
    cell: ({ policies }) => count(policies),
    text: ({ policies }) => String(policies),
  },
  {
    name: 'changed',
    label: msg('Changed'),
    sort: true,
    width: '132px',
    cell: ({ changedAt }) => <When at={changedAt} as="day" />,
    text: ({ changedAt }) => changedAt,
  },
]

const filters: readonly FilterDefinition[] = [
  {
    name: 'type',
    label: msg('Type'),
    options: Object.entries(listTypeNames).map(([value, label]) => ({ value, label })),
  },
]

const linesOf = (row: Row): PhoneRow => ({
  name: row.name,
  status: typeOf(row),
  second: row.description,
  secondRight: entriesOf(row),
})

const Add = () => (
  <Button component={Link} to={`${home}/new` as '/'} leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}>
    {t('Add list')}
  </Button>
)

export default function NamedListsPage() {
  const { can } = useSession()
  const [deleting, setDeleting] = useState<{ lists: readonly Row[]; clear: () => void } | null>(null)
  const write = can('policies.write')
  const bulk = (lists: readonly Row[], clear: () => void) => [
    deletion(t('Delete'), () => setDeleting({ lists, clear })),
  ]
  return (
    <>
      <ListPage<Row, typeof namedLists.list.input>
        of={namedLists.list}
        idOf={row => row.namedListId}
        noun={t('named lists')}
        title={t('Named lists')}
        search={t('Search name, description…')}
        filters={filters}
        columns={columns}
        sort="name"
        rowName={({ name }) => name}
        phone={linesOf}
        to={({ id }) => `${home}/${id}`}
        add={write && <Add />}
        {...(write ? { bulk } : {})}
        empty={
          <EmptyState title={t('No named lists yet')} icon={IconListDetails} action={write && <Add />}>
            {t(
              'A named list contains addresses, sites, devices, places, or times used by several policies. Changes to the list apply to all these policies immediately.',
            )}
          </EmptyState>
        }
      />
      <Suspense>
        {deleting && <DeleteLists lists={deleting.lists} close={() => setDeleting(null)} done={deleting.clear} />}
      </Suspense>
    </>
  )
}
