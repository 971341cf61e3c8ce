import { applications } from '@claviger/contract/apps/applications'
import type { ApplicationInFull } from '@claviger/contract/apps/applications'
import type { AttemptFix } from '@claviger/contract/apps/attempts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { msg, t } from '#platform/text/text.ts'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Requests } from '#features/apps/attempts/Requests.tsx'

const home = '/dashboard/sso/apps'

interface Confirmation {
  title: string
  act: string
  text: string
}

const adds: Confirmation = {
  title: msg('Add this to {name}?'),
  act: msg('Add'),
  text: msg(
    'Add this only if it belongs to this application. The value comes from the request, and codes or assertions are sent to it.',
  ),
}
const confirmations: Record<AttemptFix['field'], Confirmation> = {
  redirectUris: adds,
  postLogoutRedirectUris: adds,
  acs: adds,
  scopes: adds,
  assignment: adds,
  nameIdFormat: {
    title: msg('Change the name ID format of {name}?'),
    act: msg('Change format'),
    text: msg('Users get a different name ID at this application. It might not recognize users who signed in before.'),
  },
  active: { title: msg('Turn on {name}?'), act: msg('Turn on'), text: msg('Users with access can open it again.') },
}

/** Latest requests of an application; if a single value would fix one, it can be applied with a click. */
export function Recorder({ of, may }: { of: ApplicationInFull; may: boolean }) {
  const go = useNavigate()
  const [asked, setAsked] = useState<AttemptFix | null>(null)
  const done = () => {
    setAsked(null)
    toast('success', t('{name} saved', { name: of.name }))
  }
  const oidcUpdate = useWrite(applications.oidcUpdate, { done })
  const samlUpdate = useWrite(applications.samlUpdate, { done })
  const turn = useWrite(applications.setActive, { done })
  const shared = { id: of.id, name: of.name, version: of.version }

  function mend(how: AttemptFix) {
    if (how.field === 'assignment') void go({ to: `${home}/${of.id}`, search: { tab: 'who' } } as never)
    else setAsked(how)
  }

  function take({ field, value }: AttemptFix) {
    const { oidc, saml } = of
    if (field === 'active') turn.mutate({ ids: [of.id], active: true })
    else if (oidc && (field === 'redirectUris' || field === 'postLogoutRedirectUris' || field === 'scopes'))
      oidcUpdate.mutate({ ...shared, oidc: { ...oidc, [field]: [...new Set([...oidc[field], value])] } })
    else if (saml && field === 'nameIdFormat')
      samlUpdate.mutate({ ...shared, saml: { ...saml, nameIdFormat: value as typeof saml.nameIdFormat } })
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
          title={t(confirmations[asked.field].title, { name: of.name })}
          keep={t('Cancel')}
          act={t(confirmations[asked.field].act)}
          busy={oidcUpdate.isPending || samlUpdate.isPending || turn.isPending}
          close={() => setAsked(null)}
          confirm={() => take(asked)}
        >
          {asked.field !== 'active' && (
            <p>
              <code>{asked.value}</code>
            </p>
          )}
          <p>{t(confirmations[asked.field].text)}</p>
        </Confirm>
      )}
    </>
  )
}
