import { type Provider, protocols } from '@claviger/contract/connect/identity-providers'
import { oidcProviders } from '@claviger/contract/connect/identity-providers/oidc'
import { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import { Button } from '@mantine/core'
import { IconDoorEnter, IconPlus, IconPower } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { deletion } from '#platform/ui/list/deletion.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { useSession } from '#shell/session.tsx'
import { providerColumns, providerLines } from './provider-columns.tsx'

const DeleteProviders = lazy(() => import('./DeleteProviders.tsx'))
const home = '/dashboard/external-identity-providers'

export default function ProvidersPage() {
  const { can } = useSession()
  const search: { protocol?: string } = useSearch({ strict: false })
  const isSaml = search.protocol === 'saml'
  const of = isSaml ? samlProviders : oidcProviders
  const [deleting, setDeleting] = useState<{ rows: readonly Provider[]; clear: () => void } | null>(null)
  const turn = useWrite(of.active, {
    done: ({ changed }) =>
      toast('success', t('{count, plural, one {# provider} other {# providers}} changed', { count: changed })),
  })
  const write = can('providers.write')
  const add = write && (
    <Button
      component={Link}
      to={`${home}/${isSaml ? 'saml' : 'oidc'}/new` as '/'}
      leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
    >
      {t('Add provider')}
    </Button>
  )
  const turning = (active: boolean, rows: readonly Provider[], clear: () => void) => ({
    label: active ? t('Turn on') : t('Turn off'),
    icon: <IconPower size={16} stroke={1.7} aria-hidden />,
    do: () => turn.mutate({ ids: rows.map(({ id }) => id), active }, { onSuccess: clear }),
  })
  const bulk = (rows: readonly Provider[], clear: () => void) => [
    turning(true, rows, clear),
    turning(false, rows, clear),
    deletion(t('Delete'), () => setDeleting({ rows, clear })),
  ]
  return (
    <>
      <ListPage<Provider, typeof oidcProviders.list.input>
        key={isSaml ? protocols.saml : protocols.oidc}
        of={of.list}
        noun={t('identity providers')}
        title={t('External identity providers')}
        views={[
          { label: t('OpenID Connect'), to: home, active: !isSaml },
          { label: t('SAML'), to: home, search: { protocol: 'saml' }, active: isSaml },
        ]}
        search={t('Search name or issuer…')}
        columns={providerColumns}
        sort="name"
        rowName={({ name }) => name}
        phone={providerLines}
        to={({ id }) => `${home}/${isSaml ? 'saml' : 'oidc'}/${id}`}
        add={add}
        {...(write ? { bulk } : {})}
        empty={
          <EmptyState title={t('No identity providers yet')} icon={IconDoorEnter} action={add}>
            {t(
              'With an identity provider, users sign in here with an account in another directory, such as Entra ID, Okta, or Keycloak.',
            )}
          </EmptyState>
        }
      />
      <Suspense>
        {deleting && (
          <DeleteProviders
            of={of.removeMany}
            providers={deleting.rows}
            close={() => setDeleting(null)}
            done={deleting.clear}
          />
        )}
      </Suspense>
    </>
  )
}
