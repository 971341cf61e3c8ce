import { addresses } from '@claviger/contract/people/addresses'
import { Button } from '@mantine/core'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { ContinueButton, MailedLinkPage, MailReason } from '#shell/mailed/MailedLinkPage.tsx'
import { useLink } from '#shell/mailed/useLink.ts'

export default function AddressPage() {
  const { link, incomplete } = useLink()
  const open = useWrite(addresses.open, { quiet: true })
  const answer = useWrite(addresses.answer, { quiet: true })
  const tab = t('New email address')
  const asked = open.data
  if (!asked)
    return (
      <MailedLinkPage title={tab} of={null} fault={incomplete ?? open.error?.message ?? null}>
        <ContinueButton
          link={link}
          busy={open.isPending}
          go={() => open.mutate({ link })}
          label={t('Review request')}
        />
      </MailedLinkPage>
    )
  const shared = {
    tab,
    of: asked,
    under: `${asked.person} · ${asked.workspaceName}`,
    fault: answer.error?.message ?? null,
  }
  if (answer.isSuccess)
    return answer.variables.confirm ? (
      <MailedLinkPage {...shared} title={t('Your email address was changed')}>
        <MailReason says>{t('Emails and codes now go to {to}.', { to: asked.to })}</MailReason>
      </MailedLinkPage>
    ) : (
      <MailedLinkPage {...shared} title={t('Your email address was not changed')}>
        <MailReason says>{t("If you didn't ask for this change, inform your administrator.")}</MailReason>
      </MailedLinkPage>
    )
  const button = (confirm: boolean) => ({
    size: 'lg',
    fullWidth: true,
    loading: answer.isPending && answer.variables.confirm === confirm,
    disabled: answer.isPending,
    onClick: () => answer.mutate({ link, confirm }),
  })
  return (
    <MailedLinkPage {...shared} title={t('Is this your new email address?')}>
      <MailReason>
        <Trans
          id="Your account's email address would change from {from} to <0/>."
          values={{ from: asked.from }}
          components={[<strong key="to">{asked.to}</strong>]}
        />
      </MailReason>
      <Button {...button(true)}>{t('Confirm new address')}</Button>
      <Button {...button(false)} variant="default">
        {t("Cancel, this wasn't me")}
      </Button>
    </MailedLinkPage>
  )
}
