import { addresses } from '@claviger/contract/people/addresses'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t, Trans } from '../../../ground/text/text.ts'
import { Mark } from '../../../ground/ui/bits/Mark.tsx'
import { WorkspaceIcon } from '../../../ground/ui/bits/WorkspaceIcon.tsx'
import { Notice } from '../../../ground/ui/page/Notice.tsx'
import { Outside } from '../../../shell/Outside.tsx'
import classes from './addresses.module.css'

const Broken = ({ why }: { why: string | undefined }) => (
  <Notice level="error">{why ?? t('This address is not complete. Open the link in your mail again.')}</Notice>
)

/** Where the link lands that asks an old mailbox whether a new address is right: confirm it, or stop it. */
export default function AddressPage() {
  const [link] = useState(() => new URLSearchParams(window.location.search).get('link') ?? '')
  const open = useWrite(addresses.open, { quiet: true })
  const answer = useWrite(addresses.answer, { quiet: true })
  const asked = open.data
  // Programs that look into mails open links, too; only a person goes on
  if (!asked)
    return (
      <Outside tab={t('New email address')} picture={<Mark size={52} />} title={t('New email address')}>
        <div className={classes.steps}>
          {(open.isError || link === '') && <Broken why={open.error?.message} />}
          <Button
            size="lg"
            fullWidth
            disabled={link === ''}
            loading={open.isPending}
            onClick={() => open.mutate({ link })}
          >
            {t('See what is asked')}
          </Button>
        </div>
      </Outside>
    )
  const picture = <WorkspaceIcon name={asked.workspaceName} icon={asked.workspaceIcon} size={52} />
  const under = `${asked.person} · ${asked.workspaceName}`
  if (answer.isSuccess)
    return (
      <Outside
        tab={t('New email address')}
        picture={picture}
        title={answer.variables.confirm ? t('Your email address is changed') : t('Your email address stays')}
        under={under}
      >
        <p className={classes.why}>
          {answer.variables.confirm
            ? t('Mails and codes go to {to} from now on.', { to: asked.to })
            : t('If you did not ask for this, tell your administrator.')}
        </p>
      </Outside>
    )
  return (
    <Outside tab={t('New email address')} picture={picture} title={t('Is this your new email address?')} under={under}>
      <div className={classes.steps}>
        <p className={classes.why}>
          <Trans
            id="Instead of {from} your account would have <0/>."
            values={{ from: asked.from }}
            components={[<strong key="to">{asked.to}</strong>]}
          />
        </p>
        {answer.isError && <Notice level="error">{answer.error.message}</Notice>}
        <Button
          size="lg"
          fullWidth
          loading={answer.isPending && answer.variables.confirm}
          disabled={answer.isPending}
          onClick={() => answer.mutate({ link, confirm: true })}
        >
          {t('Confirm new address')}
        </Button>
        <Button
          size="lg"
          fullWidth
          variant="default"
          loading={answer.isPending && !answer.variables.confirm}
          disabled={answer.isPending}
          onClick={() => answer.mutate({ link, confirm: false })}
        >
          {t('Stop, this was not me')}
        </Button>
      </div>
    </Outside>
  )
}
