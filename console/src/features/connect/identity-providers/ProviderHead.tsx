import { externalSignIn } from '@claviger/contract/access/external-sign-in'
import { type OidcProvider, protocols, type SamlProvider } from '@claviger/contract/connect/identity-providers'
import { oidcProviders } from '@claviger/contract/connect/identity-providers/oidc'
import { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import { Button, Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { LogLink } from '#shell/LogLink.tsx'
import { useSession } from '#shell/session.tsx'
import { ProviderStatus } from './provider-columns.tsx'

const DeleteProviders = lazy(() => import('./DeleteProviders.tsx'))
const home = '/dashboard/external-identity-providers'

export function ProviderHead({ of }: { of: OidcProvider | SamlProvider }) {
  const { can } = useSession()
  const go = useNavigate()
  const [deleting, setDeleting] = useState(false)
  const calls = of.protocol === protocols.saml ? samlProviders : oidcProviders
  const turn = useWrite(calls.active, {
    done: () =>
      toast(
        'success',
        of.active ? t('{name} turned off', { name: of.name }) : t('{name} turned on', { name: of.name }),
      ),
  })
  const test = useWrite(externalSignIn.test, {
    done: ({ url }) => void window.open(url, '_blank', 'noopener'),
  })
  const write = can('providers.write')
  return (
    <>
      <PageHead
        title={of.name}
        beside={<ProviderStatus of={of} />}
        under={<LogLink id={of.id} name={of.name} />}
        actions={
          write && (
            <>
              <Button variant="default" loading={test.isPending} onClick={() => test.mutate({ id: of.id })}>
                {t('Test connection')}
              </Button>
              <Button
                variant="default"
                loading={turn.isPending}
                onClick={() => turn.mutate({ ids: [of.id], active: !of.active })}
              >
                {of.active ? t('Turn off') : t('Turn on')}
              </Button>
              <MoreMenu label={t('More actions for {name}', { name: of.name })}>
                <Menu.Item data-danger onClick={() => setDeleting(true)}>
                  {t('Delete…')}
                </Menu.Item>
              </MoreMenu>
            </>
          )
        }
      />
      <Suspense>
        {deleting && (
          <DeleteProviders
            of={calls.removeMany}
            providers={[of]}
            close={() => setDeleting(false)}
            done={() => void go({ to: home, ignoreBlocker: true } as never)}
          />
        )}
      </Suspense>
    </>
  )
}
