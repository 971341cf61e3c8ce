import { applications } from '@claviger/contract/apps/applications'
import type { ApplicationRow } from '@claviger/contract/apps/applications'
import { Button } from '@mantine/core'
import { IconApps, IconPlayerPause, IconPlayerPlay, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { msg, t } from '#platform/text/text.ts'
import type { FilterDefinition } from '#platform/ui/filters/filters.ts'
import { deletion } from '#platform/ui/list/deletion.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { useSession } from '#shell/session.tsx'
import { appColumns, appLines } from './application-columns.tsx'
import { protocolNames } from './application-labels.ts'

const DeleteApplications = lazy(() => import('./DeleteApplications.tsx'))
const UnknownRequests = lazy(() => import('../attempts/UnknownRequests.tsx'))
const home = '/dashboard/sso/apps'

const filters: readonly FilterDefinition[] = [
  {
    name: 'protocol',
    label: msg('Protocol'),
    options: [1, 2, 3, 4].map(value => ({ value: String(value), label: protocolNames[value] ?? '' })),
  },
  {
    name: 'active',
    label: msg('Status'),
    options: [
      { value: 'true', label: msg('Active') },
      { value: 'false', label: msg('Turned off') },
    ],
  },
  {
    name: 'everyone',
    label: msg('For all users'),
    options: [
      { value: 'true', label: msg('Yes') },
      { value: 'false', label: msg('No') },
    ],
  },
]

const Add = () => (
  <Button component={Link} to={`${home}/new` as '/'} leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}>
    {t('Add application')}
  </Button>
)

export default function AppsPage() {
  const { can } = useSession()
  const [deleting, setDeleting] = useState<{ of: readonly ApplicationRow[]; clear: () => void } | null>(null)
  const [strange, setStrange] = useState(false)
  const write = can('applications.write')
  const turn = useWrite(applications.setActive)
  const turnAll = (rows: readonly ApplicationRow[], clear: () => void, active: boolean) =>
    turn.mutate(
      { ids: rows.map(({ id }) => id), active },
      {
        onSuccess({ changed }) {
          toast(
            'success',
            active
              ? t('Turned on {count, plural, one {# application} other {# applications}}', { count: changed })
              : t('Turned off {count, plural, one {# application} other {# applications}}', { count: changed }),
          )
          clear()
        },
      },
    )
  const bulk = (of: readonly ApplicationRow[], clear: () => void) => [
    {
      label: t('Turn on'),
      icon: <IconPlayerPlay size={16} stroke={1.7} aria-hidden />,
      do: () => turnAll(of, clear, true),
    },
    {
      label: t('Turn off'),
      icon: <IconPlayerPause size={16} stroke={1.7} aria-hidden />,
      do: () => turnAll(of, clear, false),
    },
    deletion(t('Delete'), () => setDeleting({ of, clear })),
  ]
  return (
    <>
      <ListPage<ApplicationRow, typeof applications.list.input>
        of={applications.list}
        noun={t('applications')}
        title={t('Applications')}
        search={t('Search name, description, client ID…')}
        filters={filters}
        columns={appColumns}
        sort="name"
        rowName={({ name }) => name}
        phone={appLines}
        to={({ id }) => `${home}/${id}`}
        actions={
          <Button variant="default" onClick={() => setStrange(true)}>
            {t('Unknown requests…')}
          </Button>
        }
        add={write && <Add />}
        {...(write ? { bulk } : {})}
        empty={
          <EmptyState title={t('No applications yet')} icon={IconApps} action={write && <Add />}>
            {t(
              'Users sign in once with their access card or passkey and can open every application here. Add Grafana, GitLab, Nextcloud, or any application that supports OpenID Connect or SAML.',
            )}
          </EmptyState>
        }
      />
      <Suspense>
        {strange && <UnknownRequests close={() => setStrange(false)} />}
        {deleting && <DeleteApplications of={deleting.of} close={() => setDeleting(null)} done={deleting.clear} />}
      </Suspense>
    </>
  )
}
