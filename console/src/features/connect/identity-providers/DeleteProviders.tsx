import type { oidcProviders } from '@claviger/contract/connect/identity-providers/oidc'
import type { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import { t } from '#platform/text/text.ts'
import { DeleteMany } from '#platform/ui/over/DeleteMany.tsx'

interface Props {
  of: (typeof oidcProviders)['removeMany'] | (typeof samlProviders)['removeMany']
  providers: readonly { id: string; name: string; linked: number }[]
  close: () => void
  done: () => void
}

export default function DeleteProviders({ of, providers, close, done }: Props) {
  const linked = providers.reduce((sum, one) => sum + one.linked, 0)
  return (
    <DeleteMany
      of={of}
      things={providers}
      act={t('Delete {count, plural, one {# provider} other {# providers}}', { count: providers.length })}
      said={count => t('{count, plural, one {# provider} other {# providers}} deleted', { count })}
      close={close}
      done={done}
    >
      <p>
        {t(
          '{count, plural, =0 {No users are connected to this provider.} one {# user can no longer sign in with this provider. Sessions started with it end.} other {# users can no longer sign in with this provider. Sessions started with it end.}}',
          { count: linked },
        )}
      </p>
      <p>{t("You can't undo this.")}</p>
    </DeleteMany>
  )
}
