import { Button, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { storedToken } from '#platform/data/tokens.ts'
import { signInFrom } from '#platform/data/returnAddress.ts'
import { t } from '#platform/text/text.ts'
import { Anchor } from '#platform/ui/bits/Anchor.tsx'
import { Mark } from '#platform/ui/bits/Mark.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Loading } from '#shell/Loading.tsx'
import { SignedOutPage } from '#shell/SignedOutPage.tsx'
import { takeOver } from '#shell/browser-tabs.ts'
import { Question } from './Question.tsx'

export default function DelegatedPage() {
  const [request] = useState(() => new URLSearchParams(window.location.search).get('request'))
  const [state, setState] = useState<'asking' | 'in' | 'out'>(storedToken('access') === null ? 'asking' : 'in')
  useEffect(() => {
    if (state !== 'asking') return
    takeOver().then(
      taken => setState(taken ? 'in' : 'out'),
      () => setState('out'),
    )
  }, [state])
  if (state === 'asking') return <Loading />
  return (
    <SignedOutPage tab={t('Allow a tool')} picture={<Mark size={52} />} title={t('A tool is asking to act for you')}>
      <Stack gap={14}>
        {request === null ? (
          <>
            <Notice level="error">{t('This link is incomplete. Start again from the tool.')}</Notice>
            <Button component={Anchor} href="/auth/sign-in" size="lg" fullWidth variant="default">
              {t('Go to sign-in')}
            </Button>
          </>
        ) : state === 'in' ? (
          <Question request={request} />
        ) : (
          <>
            <p className="cv-quiet">{t('Sign in as an administrator to review the request.')}</p>
            <Button component={Anchor} href={signInFrom(window.location.href)} size="lg" fullWidth>
              {t('Sign in')}
            </Button>
          </>
        )}
      </Stack>
    </SignedOutPage>
  )
}
