import { externalReasons, externalSignIn } from '@claviger/contract/access/external-sign-in'
import type { ExternalReason } from '@claviger/contract/access/external-sign-in'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { Button, Stack } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { keepTokens } from '#platform/data/tokens.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { signInFrom, returnAddress } from '#platform/data/returnAddress.ts'
import { t } from '#platform/text/text.ts'
import { Mark } from '#platform/ui/bits/Mark.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { SignedOutPage } from '#shell/SignedOutPage.tsx'
import { reasonWords } from './external-sign-in-labels.ts'

const Report = lazy(() => import('./Report.tsx'))
const ConnectAccount = lazy(() => import('./ConnectAccount.tsx'))

type Completed = OutputOf<typeof externalSignIn.complete.reply>

const goOn = (redirectUrl: string | null | undefined) => {
  const search = redirectUrl ? `?${new URLSearchParams({ redirectUrl }).toString()}` : ''
  window.location.replace(returnAddress(search, window.location.origin))
}

/** The sign-in page, with the requirements of a repeated sign-in. */
const signInFor = (unmet: readonly string[]) =>
  unmet.length === 0 ? '/auth/sign-in' : `/auth/sign-in?${new URLSearchParams({ unmet: unmet.join(' ') }).toString()}`

function Failed({ reason, reference }: { reason: ExternalReason; reference: string | null }) {
  return (
    <SignedOutPage tab={t('Sign in')} picture={<Mark size={52} />} title={t('You are not signed in')}>
      <Stack gap={16}>
        <Notice level="warning">{t(reasonWords[reason])}</Notice>
        {reference !== null && (
          <p className="cv-quiet cv-wrap">
            {t('Administrators can find the reason in the activity log. Reference: {reference}', { reference })}
          </p>
        )}
        <Button component="a" href="/auth/sign-in" size="lg" fullWidth>
          {t('Back to sign-in')}
        </Button>
      </Stack>
    </SignedOutPage>
  )
}

function Confirm({ of, redirectUrl }: { of: NonNullable<Completed['confirm']>; redirectUrl: string | null }) {
  const back = new URL('/sign-in/external?confirm=1', window.location.origin)
  if (redirectUrl !== null) back.searchParams.set('redirectUrl', redirectUrl)
  const to = `${signInFrom(back.href)}&${new URLSearchParams({ workspace: of.workspace }).toString()}`
  return (
    <SignedOutPage
      tab={t('Sign in')}
      picture={<Mark size={52} />}
      title={t('Is this you?')}
      under={of.address ?? of.provider}
    >
      <Stack gap={16}>
        <p>
          {t(
            "{provider} recognized you, but this account isn't connected to a user here yet. Sign in once with your usual method to connect the two.",
            { provider: of.provider },
          )}
        </p>
        <Button component="a" href={to} size="lg" fullWidth>
          {t('Sign in and connect')}
        </Button>
      </Stack>
    </SignedOutPage>
  )
}

export default function ExternalPage() {
  const query = new URLSearchParams(window.location.search)
  const [code] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('code'))
  const [reply, setReply] = useState<Completed | null>(null)
  const begun = useRef(false)
  const complete = useWrite(externalSignIn.complete, {
    quiet: true,
    done(answer) {
      if (answer.accessToken === undefined || answer.refreshToken === undefined) return setReply(answer)
      keepTokens({ accessToken: answer.accessToken, refreshToken: answer.refreshToken })
      goOn(answer.redirectUrl)
    },
  })
  const { mutate } = complete
  useEffect(() => {
    if (code === null || begun.current) return
    begun.current = true
    // The result works only once, so a reload must not send it again
    window.history.replaceState(null, '', '/sign-in/external')
    mutate({ code })
  }, [code, mutate])

  if (query.has('confirm'))
    return (
      <Suspense>
        <ConnectAccount goOn={() => goOn(query.get('redirectUrl'))} />
      </Suspense>
    )
  const failed = query.get('failed')
  const reason = externalReasons.find(one => one === failed) ?? (code === null ? 'ended' : null)
  if (reason !== null && reply === null) return <Failed reason={reason} reference={query.get('reference')} />
  if (complete.error)
    return (
      <SignedOutPage tab={t('Sign in')} picture={<Mark size={52} />} title={t('You are not signed in')}>
        <Stack gap={16}>
          <Notice level="warning">{complete.error.message}</Notice>
          <Button component="a" href={signInFor(complete.error.unmet)} size="lg" fullWidth>
            {t('Back to sign-in')}
          </Button>
        </Stack>
      </SignedOutPage>
    )
  if (reply?.confirm) return <Confirm of={reply.confirm} redirectUrl={reply.redirectUrl ?? null} />
  if (reply?.report)
    return (
      <Suspense>
        <Report of={reply.report} />
      </Suspense>
    )
  return (
    <SignedOutPage tab={t('Sign in')} picture={<Mark size={52} />} title={t('Signing you in…')}>
      <p className="cv-quiet cv-wrap">{t('One moment.')}</p>
    </SignedOutPage>
  )
}
