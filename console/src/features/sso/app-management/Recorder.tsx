import { applications } from '@claviger/contract/apps/applications'
import type { ApplicationInFull } from '@claviger/contract/apps/applications'
import type { Mend } from '@claviger/contract/apps/attempts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'
import { Requests } from '../../apps/attempts/Requests.tsx'

const home = '/dashboard/sso/apps'

/** The last requests of an application; where one value would have let one pass, it is shown and taken by a click. */
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
              ? t('Switch {name} on?', { name: of.name })
              : t('Add this to {name}?', { name: of.name })
          }
          keep={t('Leave it as it is')}
          act={asked.field === 'active' ? t('Switch on') : t('Add it')}
          busy={oidcUpdate.isPending || samlUpdate.isPending || turn.isPending}
          close={() => setAsked(null)}
          confirm={() => take(asked)}
        >
          {asked.field === 'active' ? (
            <p>{t('Those whom it is assigned to can open it again.')}</p>
          ) : (
            <>
              <p>
                <code>{asked.value}</code>
              </p>
              <p>
                {t(
                  'Add it only if it belongs to this application: whoever asked sent it, and codes or assertions go there.',
                )}
              </p>
            </>
          )}
        </Confirm>
      )}
    </>
  )
}
