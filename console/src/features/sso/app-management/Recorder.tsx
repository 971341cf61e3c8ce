import { applications } from '@claviger/contract/apps/applications'
import type { ApplicationInFull } from '@claviger/contract/apps/applications'
import type { Mend } from '@claviger/contract/apps/attempts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Requests } from '#features/apps/attempts/Requests.tsx'

const home = '/dashboard/sso/apps'

/** Latest requests of an application; if a single value would fix one, it can be applied with a click. */
export function Recorder({ of, may }: { of: ApplicationInFull; may: boolean }) {
  const go = useNavigate()
  const [asked, setAsked] = useState<Mend | null>(null)
  const done = () => {
    setAsked(null)
    toast('success', t('{name} saved', { name: of.name }))
  }
  const oidcUpdate = useWrite(applications.oidcUpdate, { done })
  const samlUpdate = useWrite(applications.samlUpdate, { done })
  const turn = useWrite(applications.setActive, { done })
  const shared = { id: of.id, name: of.name, version: of.version }

  function mend(how: Mend) {
    if (how.field === 'assignment') void go({ to: `${home}/${of.id}`, search: { tab: 'who' } } as never)
    else setAsked(how)
  }

  function take({ field, value }: Mend) {
    const { oidc, saml } = of
    if (field === 'active') turn.mutate({ ids: [of.id], active: true })
    else if (oidc && (field === 'redirectUris' || field === 'postLogoutRedirectUris' || field === 'scopes'))
      oidcUpdate.mutate({ ...shared, oidc: { ...oidc, [field]: [...new Set([...oidc[field], value])] } })
    else if (saml && field === 'acs')
      samlUpdate.mutate({
        ...shared,
        saml: { ...saml, acs: [...saml.acs, { url: value, binding: 'post', isDefault: false }] },
      })
  }

  return (
    <>
      <Requests of={of.id} {...(may ? { mend } : {})} />
      {asked && (
        <Confirm
          open
          title={
            asked.field === 'active'
              ? t('Turn on {name}?', { name: of.name })
              : t('Add this to {name}?', { name: of.name })
          }
          keep={t('Cancel')}
          act={asked.field === 'active' ? t('Turn on') : t('Add')}
          busy={oidcUpdate.isPending || samlUpdate.isPending || turn.isPending}
          close={() => setAsked(null)}
          confirm={() => take(asked)}
        >
          {asked.field === 'active' ? (
            <p>{t('Users with access can open it again.')}</p>
          ) : (
            <>
              <p>
                <code>{asked.value}</code>
              </p>
              <p>
                {t(
                  'Add this only if it belongs to this application. The value comes from the request, and codes or assertions are sent to it.',
                )}
              </p>
            </>
          )}
        </Confirm>
      )}
    </>
  )
}
