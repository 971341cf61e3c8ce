import type { oidcProviders } from '@claviger/contract/connect/identity-providers/oidc'
import type { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'

interface Props {
  of: (typeof oidcProviders)['removeMany'] | (typeof samlProviders)['removeMany']
  providers: readonly { id: string; name: string; linked: number }[]
  close: () => void
  done: () => void
}

/** Asks before providers are trusted no more. */
export default function DeleteProviders({ of, providers, close, done }: Props) {
  const remove = useWrite(of, {
    done({ removed }) {
      toast('success', t('{count, plural, one {# provider} other {# providers}} deleted', { count: removed }))
      close()
      done()
    },
  })
  const act = t('Delete {count, plural, one {# provider} other {# providers}}', { count: providers.length })
  const linked = providers.reduce((sum, one) => sum + one.linked, 0)
  return (
    <Confirm
      open
      title={`${act}?`}
      keep={t('Keep')}
      act={act}
      busy={remove.isPending}
      close={close}
      confirm={() => remove.mutate({ ids: providers.map(({ id }) => id) }, { onError: close })}
    >
      <p>
        <strong>{providers.map(({ name }) => name).join(', ')}</strong>
      </p>
      <p>
        {t(
          '{count, plural, =0 {Nobody is connected there.} one {# user can no longer sign in there and is signed out where they did.} other {# users can no longer sign in there and are signed out where they did.}}',
          { count: linked },
        )}
      </p>
      <p>{t('This cannot be undone.')}</p>
    </Confirm>
  )
}
