import { signIn } from '@claviger/contract/access/sign-in'
import { codeMethods, defaultSignInMethods, type SignInMethod } from '@claviger/contract/access/sign-in.ways'
import { UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { forgetWorkspace, knownWorkspace } from '#platform/data/known-workspace.ts'
import { takeSessionEndReason } from '#platform/data/session-end.ts'
import { keep } from '#platform/data/tokens.ts'
import { readAhead, useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Mark } from '#platform/ui/bits/Mark.tsx'
import { WorkspaceIcon } from '#platform/ui/bits/WorkspaceIcon.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { SignedOutPage } from '#shell/SignedOutPage.tsx'
import { listenForCards } from '#features/keys/key-activation/card-listener.ts'
import { enterConsole } from './sign-in-entry.ts'
import { Start } from './Start.tsx'
import type { Choices, SentCode } from './code-steps.ts'
import classes from './signIn.module.css'

// Loaded lazily: the later steps load while the email is being sent
const CodeStep = lazy(() => import('./CodeStep.tsx'))
const CardStep = lazy(() => import('./CardStep.tsx'))
const PhoneStep = lazy(() => import('./phone/PhoneStep.tsx'))
const BreakGlassStep = lazy(() => import('./BreakGlassStep.tsx'))
const Choose = lazy(() => import('./Choose.tsx'))

// Not a valid workspace address, so the server returns the installation's default methods
const anyWorkspace = '-'

/** Loads the sign-in methods before the first render, so that buttons don't shift later. */
export const bring = ({ workspace }: Record<string, string | undefined>) =>
  readAhead(signIn.authenticationProfile, { id: workspace ?? knownWorkspace()?.slug ?? anyWorkspace })

function whereTo({ by, email, codeSentTo: to }: SentCode, offered: readonly SignInMethod[]): string {
  if (by === 'code') return offered.includes('code') ? t('We sent a 6-digit code to {email}', { email: to }) : email
  if (by === 'sms')
    return to === ''
      ? t('If your organization has your number on record, we sent you a text message with a 6-digit code')
      : t('We sent a text message with a 6-digit code to {number}', { number: to })
  return to === ''
    ? t("If your organization has your number on record, we'll call you now and read out a 6-digit code")
    : t("We're calling {number} to read out a 6-digit code", { number: to })
}

export default function SignInPage() {
  const given = new URLSearchParams(window.location.search).get('workspace')
  const [known, setKnown] = useState(() => (given === null ? knownWorkspace() : null))
  const asked = given ?? known?.slug ?? null
  const profile = useRead(signIn.authenticationProfile, { id: asked ?? anyWorkspace }, { quiet: true, fresh: 60_000 })
  const [sent, setSent] = useState<SentCode | null>(null)
  const [choices, setChoices] = useState<Choices | null>(null)
  const [card, setCard] = useState<string | null>(null)
  const [choosing, setChoosing] = useState(false)
  const [phone, setPhone] = useState<string | null>(null)
  const [breakGlass, setBreakGlass] = useState(false)
  const [begun, setBegun] = useState(false)
  const [unmet, setUnmet] = useState<readonly string[]>([])
  const begin = useCallback(() => setBegun(true), [])
  const workspace = profile.data?.workspace ?? (profile.isPending && known ? { ...known, icon: null } : null)
  const isGone = known !== null && profile.data?.workspace === null
  const slug = isGone ? null : asked
  const offered = profile.data ? [...profile.data.methods, ...profile.data.others] : defaultSignInMethods
  // Listen from the button press on, because the step's file may still be loading
  useEffect(() => (card === '' ? listenForCards(setCard) : undefined), [card])

  useEffect(() => {
    const why = takeSessionEndReason()
    if (why !== null) toast('warning', why)
  }, [])

  // The workspace was deleted, or has another address now
  useEffect(() => {
    if (isGone) forgetWorkspace()
  }, [isGone])

  function startOver() {
    keep('interim', null)
    setSent(null)
    setChoices(null)
  }

  const picture = workspace ? (
    <WorkspaceIcon name={workspace.name} icon={workspace.icon} size={52} />
  ) : (
    <Mark size={52} />
  )
  if (choices)
    return (
      <SignedOutPage
        tab={t('Sign in')}
        picture={picture}
        title={t('Where do you want to sign in?')}
        under={sent?.email}
      >
        <Suspense>
          <Choose from={choices} back={startOver} again={setChoices} done={enterConsole} />
        </Suspense>
      </SignedOutPage>
    )
  if (sent)
    return (
      <SignedOutPage
        tab={t('Sign in')}
        picture={picture}
        title={
          offered.some(way => codeMethods.some(one => one === way)) ? t('Enter the code') : t('Enter your password')
        }
        under={whereTo(sent, offered)}
      >
        <Suspense>
          <CodeStep
            sent={sent}
            again={setSent}
            offered={offered}
            back={startOver}
            choose={setChoices}
            lead={needs => {
              startOver()
              setUnmet(needs)
            }}
            phone={() => {
              startOver()
              setPhone(sent.email)
            }}
            done={enterConsole}
          />
        </Suspense>
      </SignedOutPage>
    )
  if (breakGlass)
    return (
      <SignedOutPage
        tab={t('Sign in')}
        picture={picture}
        title={t('Break-glass code')}
        under={t('For owners, if the provider is unavailable')}
      >
        <Suspense>
          <BreakGlassStep back={() => setBreakGlass(false)} />
        </Suspense>
      </SignedOutPage>
    )
  if (phone !== null)
    return (
      <SignedOutPage
        tab={t('Sign in')}
        picture={picture}
        title={t('Approve on your phone')}
        under={workspace?.name ?? t('With a phone registered as one of your security keys')}
      >
        <Suspense>
          <PhoneStep slug={slug} email={phone} back={() => setPhone(null)} done={enterConsole} />
        </Suspense>
      </SignedOutPage>
    )
  if (card !== null)
    return (
      <SignedOutPage
        tab={t('Sign in')}
        picture={picture}
        title={card === '' ? t('Tap Your Card') : choosing ? t('Choose an account') : t('Enter the PIN')}
        under={workspace?.name ?? t('With the card you were given, or your access card')}
      >
        <Suspense>
          <CardStep
            slug={slug}
            cardId={card}
            heard={setCard}
            choosing={setChoosing}
            back={() => setCard(null)}
            done={enterConsole}
          />
        </Suspense>
      </SignedOutPage>
    )
  return (
    <SignedOutPage
      tab={t('Sign in')}
      picture={picture}
      title={workspace ? t('Sign in to {workspace}', { workspace: workspace.name }) : t('Sign in')}
      under={
        workspace === null ? (
          t('With a passkey, a security key, or your email')
        ) : known === null ? (
          workspace.slug
        ) : (
          <>
            {workspace.slug} ·{' '}
            <UnstyledButton className={classes.another} onClick={() => setKnown(null)}>
              {t('Another workspace')}
            </UnstyledButton>
          </>
        )
      }
    >
      <Start
        slug={slug}
        profile={profile.data ?? null}
        waits={slug !== null && profile.isPending}
        begun={begun}
        begin={begin}
        unmet={unmet}
        sent={setSent}
        card={setCard}
        phone={() => setPhone('')}
        breakGlass={() => setBreakGlass(true)}
        done={enterConsole}
      />
    </SignedOutPage>
  )
}
