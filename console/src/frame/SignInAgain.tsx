import { account } from '@claviger/contract/access/account'
import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../platform/data/call.ts'
import { takeSessionEndReason } from '../platform/data/session-end.ts'
import { isSilent } from '../platform/data/refusal.ts'
import { keepTokens } from '../platform/data/tokens.ts'
import { t } from '../platform/text/text.ts'
import { Dialog } from '../platform/ui/over/Dialog.tsx'
import over from '../platform/ui/over/over.module.css'
import { Notice } from '../platform/ui/page/Notice.tsx'
import { signInByPasskey } from '../features/access/sign-in/usePasskey.ts'
import { useSession } from '../shell/session.tsx'
import { onBegun, takeOver } from '../shell/browser-tabs.ts'

export default function SignInAgain({ done }: { done: (again: boolean) => void }) {
  const { me, name } = useSession()
  const [why] = useState(() => takeSessionEndReason() ?? t('Your session ended.'))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  // If another user signs in, the page restarts, so that they don't see the previous user's input
  const goOn = async () => {
    const now = await call(account.self, {}, { quiet: true })
    if (now.id === me.id && now.workspace.id === me.workspace.id) done(true)
    else window.location.assign('/dashboard')
  }
  const press = async () => {
    setBusy(true)
    setProblem(null)
    try {
      keepTokens(await signInByPasskey())
      await goOn()
    } catch (fault) {
      if (!isSilent(fault)) setProblem((fault as Error).message)
    } finally {
      setBusy(false)
    }
  }
  const elsewhere = useEffectEvent(async () => {
    if (await takeOver()) await goOn()
  })
  useEffect(() => onBegun(() => void elsewhere().catch(() => undefined)), [])

  return (
    <Dialog open title={t('Sign in again')} close={() => done(false)}>
      <div className={over.once}>
        <Notice level="warning">{why}</Notice>
        {problem && <Notice level="error">{problem}</Notice>}
        <p>{t('Your entries are still here. Sign in as {name} to continue.', { name })}</p>
        <div className="cv-foot">
          <Button variant="default" component="a" href="/auth/sign-in" target="_blank" rel="noreferrer">
            {t('Use another sign-in method in a new tab')}
          </Button>
          <Button
            data-autofocus
            leftSection={<IconKey size={16} stroke={1.7} aria-hidden />}
            loading={busy}
            onClick={() => void press()}
          >
            {t('Use a passkey or security key')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
