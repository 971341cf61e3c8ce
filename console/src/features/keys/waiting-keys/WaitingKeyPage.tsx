import { waitingKeys } from '@claviger/contract/keys/waiting-keys'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { Facts } from '#platform/ui/page/Card.tsx'
import { MailedLinkPage, MailReason } from '#shell/mailed/MailedLinkPage.tsx'
import { useLink } from '#shell/mailed/useLink.ts'
import { kindOf } from '../key-labels.ts'

export default function WaitingKeyPage() {
  const { link, incomplete } = useLink()
  const { mutate: open, data: key, error } = useWrite(waitingKeys.open, { quiet: true })
  const answer = useWrite(waitingKeys.answer, { quiet: true })
  useEffect(() => {
    if (link !== '') open({ link })
  }, [link, open])
  const tab = t('Is this key yours?')
  const fault = incomplete ?? error?.message ?? null
  if (!key)
    return (
      <MailedLinkPage title={tab} of={null} fault={fault}>
        {fault === null && <MailReason says>{t('Opening your link…')}</MailReason>}
      </MailedLinkPage>
    )
  const shared = { tab, of: key, under: `${key.person} · ${key.workspaceName}`, fault: answer.error?.message ?? null }
  if (answer.data)
    return answer.data.opensFrom === null ? (
      <MailedLinkPage {...shared} title={t('Key suspended')}>
        <MailReason says>{t('“{name}” is suspended and no longer works.', { name: key.name })}</MailReason>
      </MailedLinkPage>
    ) : (
      <MailedLinkPage {...shared} title={t('Key confirmed')}>
        <MailReason says>
          <Trans
            id="The key works from <0/>. We sent you an email. Until then, you can suspend the key with the link in it."
            components={[<When key="0" at={answer.data.opensFrom} />]}
          />
        </MailReason>
      </MailedLinkPage>
    )
  const button = (mine: boolean) => ({
    size: 'lg',
    fullWidth: true,
    loading: answer.isPending && answer.variables.mine === mine,
    disabled: answer.isPending,
    onClick: () => answer.mutate({ link, mine }),
  })
  return (
    <MailedLinkPage {...shared} title={tab}>
      <MailReason>
        {key.opensFrom === null
          ? t("This key was added for you, or its verification was changed. It doesn't work until you confirm it.")
          : t('You confirmed this key by email. You can still suspend it until it starts to work.')}
      </MailReason>
      <Facts
        of={[
          [t('Name'), key.name],
          [t('Type'), kindOf(key.type)],
          ...(key.cardEnd === null ? [] : [[t('Card'), `…${key.cardEnd}`] as const]),
          [t('Added by'), key.madeBy],
          ...(key.opensFrom === null ? [] : [[t('Gives access to'), <When key="opens" at={key.opensFrom} />] as const]),
        ]}
      />
      {key.opensFrom === null && <Button {...button(true)}>{t('This is my key')}</Button>}
      <Button {...button(false)} variant="default">
        {t("This wasn't me")}
      </Button>
    </MailedLinkPage>
  )
}
