import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { registration } from '@claviger/contract/access/registration'
import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '#platform/data/call.ts'
import { makePasskey } from '#platform/data/passkey-ceremony.ts'
import { isSilent } from '#platform/data/refusal.ts'
import { keep } from '#platform/data/tokens.ts'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { msg, t, Trans } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { ContinueButton, MailedLinkPage, MailReason } from '#shell/mailed/MailedLinkPage.tsx'
import { useLink } from '#shell/mailed/useLink.ts'
import { enterConsole } from './sign-in-entry.ts'

const titles = { activation: msg('Welcome'), recovery: msg('Welcome back'), 'super-admin': msg('Welcome') }

function meantBy({ purpose, workspaceName: workspace, invitedBy: by }: OutputOf<typeof registration.look.reply>) {
  if (purpose === 'recovery') return t('Recover your account at {workspace}', { workspace })
  return by === null
    ? t("You've been invited to {workspace}", { workspace })
    : t('{by} invited you to {workspace}', { by, workspace })
}

export default function VerifyPage() {
  const { link, incomplete } = useLink()
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<{ opensFrom: string | null } | null>(null)
  const open = useWrite(registration.verify, {
    quiet: true,
    done: reply => keep('interim', reply.session),
  })
  const looked = useRead(registration.look, { link }, { quiet: true, when: link !== '' })
  const account = open.data?.account ?? null

  async function create() {
    setBusy(true)
    setProblem(null)
    try {
      const { creation } = await call(registration.challenge, { attachment: 'any' }, { quiet: true })
      const reply = await call(registration.storePasskey, await makePasskey(creation), { quiet: true })
      if (reply.tokens) enterConsole(reply.tokens)
      else setMade(reply)
    } catch (fault) {
      if (!isSilent(fault)) setProblem((fault as Error).message)
    } finally {
      setBusy(false)
    }
  }

  if (account === null)
    return (
      <MailedLinkPage
        title={t('Confirm your account')}
        under={looked.data ? meantBy(looked.data) : t('One more step before you create your passkey')}
        of={looked.data ?? null}
        fault={incomplete ?? open.error?.message ?? looked.error?.message ?? null}
      >
        {looked.error?.code !== 'link-spent' && (
          <ContinueButton
            link={link}
            busy={open.isPending}
            go={() => open.mutate({ link })}
            label={t('Confirm and continue')}
          />
        )}
      </MailedLinkPage>
    )
  if (made !== null)
    return (
      <MailedLinkPage
        title={t("Your passkey isn't active yet")}
        under={`${account.email} · ${account.workspaceName}`}
        of={account}
        fault={null}
      >
        <MailReason says>
          {made.opensFrom === null ? (
            t(
              'Because you have administrator permissions, your new passkey is not active yet. Confirm it with another one of your keys.',
            )
          ) : (
            <Trans
              id="Because you have administrator permissions, you can use your passkey from <0/>. We sent you an email with a link to cancel it before then. To use it immediately, confirm it with another one of your keys."
              components={[<When key="0" at={made.opensFrom} />]}
            />
          )}
        </MailReason>
        <Button size="lg" fullWidth component="a" href="/auth/sign-in">
          {t('Sign in with another key')}
        </Button>
      </MailedLinkPage>
    )
  return (
    <MailedLinkPage
      tab={t(titles[account.purpose])}
      title={t('{greeting}, {name}', { greeting: t(titles[account.purpose]), name: account.name })}
      under={`${account.email} · ${account.workspaceName}`}
      of={account}
      fault={problem}
    >
      <MailReason>
        {t(
          'With a passkey, you sign in without a password. You use your fingerprint, your face, your device PIN, or a security key.',
        )}
      </MailReason>
      <Button
        size="lg"
        fullWidth
        autoFocus
        loading={busy}
        leftSection={<IconFingerprint size={18} stroke={1.7} aria-hidden />}
        onClick={() => void create()}
      >
        {t('Create passkey')}
      </Button>
    </MailedLinkPage>
  )
}
