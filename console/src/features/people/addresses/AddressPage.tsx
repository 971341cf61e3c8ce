import { addresses } from '@claviger/contract/people/addresses'
import { Button } from '@mantine/core'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { GoOn, Mailed, Why } from '#shell/mailed/Mailed.tsx'
import { useLink } from '#shell/mailed/useLink.ts'

export default function AddressPage() {
  const { link, incomplete } = useLink()
  const open = useWrite(addresses.open, { quiet: true })
  const answer = useWrite(addresses.answer, { quiet: true })
  const tab = t('New email address')
  const asked = open.data
  if (!asked)
    return (
      <Mailed title={tab} of={null} fault={incomplete ?? open.error?.message ?? null}>
        <GoOn link={link} busy={open.isPending} go={() => open.mutate({ link })} label={t('Review request')} />
      </Mailed>
    )
  const shared = {
    tab,
    of: asked,
    under: `${asked.person} · ${asked.workspaceName}`,
    fault: answer.error?.message ?? null,
  }
  if (answer.isSuccess)
    return answer.variables.confirm ? (
      <Mailed {...shared} title={t('Your email address was changed')}>
        <Why says>{t('Emails and codes now go to {to}.', { to: asked.to })}</Why>
      </Mailed>
    ) : (
      <Mailed {...shared} title={t('Your email address was not changed')}>
        <Why says>{t("If you didn't ask for this change, inform your administrator.")}</Why>
      </Mailed>
    )
  const button = (confirm: boolean) => ({
    size: 'lg',
    fullWidth: true,
    loading: answer.isPending && answer.variables.confirm === confirm,
    disabled: answer.isPending,
    onClick: () => answer.mutate({ link, confirm }),
  })
  return (
    <Mailed {...shared} title={t('Is this your new email address?')}>
      <Why>
        <Trans
          id="Your account's email address would change from {from} to <0/>."
          values={{ from: asked.from }}
          components={[<strong key="to">{asked.to}</strong>]}
        />
      </Why>
      <Button {...button(true)}>{t('Confirm new address')}</Button>
      <Button {...button(false)} variant="default">
        {t("Cancel, this wasn't me")}
      </Button>
    </Mailed>
  )
}
