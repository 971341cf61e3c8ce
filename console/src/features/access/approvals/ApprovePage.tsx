import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { storedToken } from '#platform/data/tokens.ts'
import { signInFrom } from '#platform/data/returnAddress.ts'
import { t } from '#platform/text/text.ts'
import { Anchor } from '#platform/ui/bits/Anchor.tsx'
import { Mark } from '#platform/ui/bits/Mark.tsx'
import { SignedOutPage } from '#shell/SignedOutPage.tsx'
import { needsHomeScreen } from '#features/keys/push/home-screen.ts'
import { HomeScreen, Installable } from '#features/keys/push/HomeScreen.tsx'
import { OwnRequests } from './OwnRequests.tsx'
import { Question } from './Question.tsx'

export default function ApprovePage() {
  const [request, setRequest] = useState(() => new URLSearchParams(window.location.search).get('request'))
  if (request !== null)
    return (
      <SignedOutPage tab={t('Approve a sign-in')} picture={<Mark size={52} />} title={t('Are you signing in?')}>
        <Installable />
        <Question key={request} request={request} />
      </SignedOutPage>
    )
  return (
    <SignedOutPage
      tab={t('Approve a sign-in')}
      picture={<Mark size={52} />}
      title={t('Approve sign-ins on this phone')}
    >
      <Installable />
      {storedToken('access') === null ? (
        <Stack gap={14}>
          <p className="cv-quiet">{t("To see pending requests, sign in with this phone's passkey.")}</p>
          <Button component={Anchor} href={signInFrom(window.location.href)} size="lg" fullWidth>
            {t('Sign in on this phone')}
          </Button>
          {needsHomeScreen() && <HomeScreen />}
        </Stack>
      ) : (
        <OwnRequests open={setRequest} />
      )}
    </SignedOutPage>
  )
}
