import { registration } from '@claviger/contract/access/registration'
import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../ground/data/call.ts'
import { makePasskey } from '../../../ground/data/ceremony.ts'
import { isSilent } from '../../../ground/data/refusal.ts'
import { keep } from '../../../ground/data/tokens.ts'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { msg, t, Trans } from '../../../ground/text/text.ts'
import { Mark } from '../../../ground/ui/bits/Mark.tsx'
import { When } from '../../../ground/ui/bits/When.tsx'
import { WorkspaceIcon } from '../../../ground/ui/bits/WorkspaceIcon.tsx'
import { Notice } from '../../../ground/ui/page/Notice.tsx'
import { Outside } from '../../../shell/Outside.tsx'
import { enter } from '../sign-in/enter.ts'
import classes from './verify.module.css'

const titles = { activation: msg('Welcome'), recovery: msg('Welcome back'), 'super-admin': msg('Welcome') }

/** Where the link of an invitation or a recovery lands: confirm, make a passkey, enter. */
export default function VerifyPage() {
  const [link] = useState(() => new URLSearchParams(window.location.search).get('link') ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<{ opensFrom: string | null } | null>(null)
  const open = useWrite(registration.verify, {
    quiet: true,
    done: reply => keep('interim', reply.session),
  })
  const account = open.data?.account ?? null

  async function create() {
    setBusy(true)
    setProblem(null)
    try {
      const { creation } = await call(registration.challenge, { attachment: 'any' }, { quiet: true })
      const reply = await call(registration.storePasskey, await makePasskey(creation), { quiet: true })
      if (reply.tokens) enter(reply.tokens)
      else setMade(reply)
    } catch (fault) {
      if (!isSilent(fault)) setProblem((fault as Error).message)
    } finally {
      setBusy(false)
    }
  }

  if (account === null)
    return (
      <Outside
        tab={t('Confirm your account')}
        picture={<Mark size={52} />}
        title={t('Confirm your account')}
        under={t('One step, then you create your passkey')}
      >
        <div className={classes.steps}>
          {(open.isError || link === '') && (
            <Notice level="error">
              {open.error?.message ?? t('This address is not complete. Open the link in your mail again.')}
            </Notice>
          )}
          <Button
            size="lg"
            fullWidth
            disabled={link === ''}
            loading={open.isPending}
            onClick={() => open.mutate({ link })}
          >
            {t('Confirm and continue')}
          </Button>
        </div>
      </Outside>
    )
  if (made !== null)
    return (
      <Outside
        tab={t('Your passkey waits')}
        picture={<WorkspaceIcon name={account.workspaceName} icon={account.workspaceIcon} size={52} />}
        title={t('Your passkey waits')}
        under={`${account.email} · ${account.workspaceName}`}
      >
        <div className={classes.steps}>
          <p className={classes.why} role="status">
            {made.opensFrom === null ? (
              t(
                'You have administrative permissions. So your passkey opens nothing until another key of yours confirms it.',
              )
            ) : (
              <Trans
                id="You have administrative permissions. So your passkey opens your account from <0/> on. We sent you a mail by which you can stop it until then. With another key of yours you can confirm it at once."
                components={[<When key="0" at={made.opensFrom} />]}
              />
            )}
          </p>
          <Button size="lg" fullWidth component="a" href="/auth/sign-in">
            {t('Sign in with another key')}
          </Button>
        </div>
      </Outside>
    )
  return (
    <Outside
      tab={t(titles[account.purpose])}
      picture={<WorkspaceIcon name={account.workspaceName} icon={account.workspaceIcon} size={52} />}
      title={t('{greeting}, {name}', { greeting: t(titles[account.purpose]), name: account.name })}
      under={`${account.email} · ${account.workspaceName}`}
    >
      <div className={classes.steps}>
        <p className={classes.why}>
          {t(
            'A passkey signs you in without a password: with your fingerprint, your face, the PIN of your device, or a security key.',
          )}
        </p>
        {problem && <Notice level="error">{problem}</Notice>}
        <Button
          size="lg"
          fullWidth
          autoFocus
          loading={busy}
          leftSection={<IconFingerprint size={18} stroke={1.7} aria-hidden />}
          onClick={() => void create()}
        >
          {t('Create a passkey')}
        </Button>
      </div>
    </Outside>
  )
}
