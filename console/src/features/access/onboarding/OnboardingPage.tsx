import { account } from '@claviger/contract/access/account'
import type { OwnAccount } from '@claviger/contract/access/account'
import { registration } from '@claviger/contract/access/registration'
import { Button } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { call } from '#platform/data/call.ts'
import { storedToken } from '#platform/data/tokens.ts'
import { useRead } from '#platform/data/useRead.ts'
import { msg, t } from '#platform/text/text.ts'
import { ErrorCard } from '#platform/ui/page/ErrorCard.tsx'
import { Wizard } from '#platform/ui/steps/Wizard.tsx'
import { Loading } from '#shell/Loading.tsx'
import { SignedOutPage } from '#shell/SignedOutPage.tsx'
import { CongratulationsStep } from './CongratulationsStep.tsx'
import { CreatedStep } from './CreatedStep.tsx'
import { previousStepIn, isPersonal, nextIn, pathOf, planOf, stepOfPath } from './plan.ts'
import type { OnboardingStep } from './plan.ts'
import type { OnboardingProps } from './step.ts'
import { usePlace } from './usePlace.ts'

const labels: Record<OnboardingStep, string> = {
  created: msg('Created'),
  'workspace-info': msg('Workspace'),
  phone: msg('Phone'),
  passkey: msg('Passkey'),
  smartphone: msg('Smartphone'),
  apps: msg('Applications'),
  'reader-driver': msg('Card readers'),
  workspace: msg('For work'),
  'promo-code': msg('Promo code'),
  congratulations: msg('Ready'),
}

const bodies: Record<OnboardingStep, ComponentType<OnboardingProps>> = {
  created: CreatedStep,
  'workspace-info': lazy(() => import('./WorkspaceInfoStep.tsx')),
  phone: lazy(() => import('./PhoneStep.tsx')),
  passkey: lazy(() => import('./PasskeyStep.tsx')),
  smartphone: lazy(() => import('./SmartphoneStep.tsx')),
  apps: lazy(() => import('./DownloadAppsStep.tsx')),
  'reader-driver': lazy(() => import('./ReaderDriverStep.tsx')),
  workspace: lazy(() => import('./WorkspaceStep.tsx')),
  'promo-code': lazy(() => import('./PromoCodeStep.tsx')),
  congratulations: CongratulationsStep,
}

function wordsFor(step: OnboardingStep, me: OwnAccount): [heading: string, lead: string] {
  const personal = isPersonal(me)
  const who = me.email ?? me.userId
  switch (step) {
    case 'created':
      return personal
        ? [t('Your account is ready'), t('You are signed in as {who}.', { who })]
        : [
            t('{workspace} is ready', { workspace: me.workspace.name }),
            t('You are its owner, signed in as {who}.', { who }),
          ]
    case 'workspace-info':
      return [t('Set up your workspace profile'), t('Users see its name and icon when they sign in.')]
    case 'phone':
      return [t('Add your phone number'), t('If you lose access, administrators can contact you at this number.')]
    case 'passkey':
      return me.passkeys === 0
        ? [t('Create your first passkey'), t('Until you have one, you sign in with an email code.')]
        : [
            t('Add a second passkey'),
            t('Keep it in a different place so that you can still sign in if you lose a key.'),
          ]
    case 'smartphone':
      return [t('Use your phone as a security key'), t('You can then sign in with it on any computer nearby.')]
    case 'apps':
      return [t('Download applications'), t('With these, users can tap a card to sign in to websites and programs.')]
    case 'reader-driver':
      return [t('Card reader drivers'), t('Users sign in with their access cards where a reader is available.')]
    case 'workspace':
      return [t('Do you also need keys at work?'), t('Create a workspace for your organization, or join one.')]
    case 'promo-code':
      return [
        t('Do you have a promo code?'),
        t('It adds trial days, free keys, or a discount. You can also redeem it later.'),
      ]
    case 'congratulations':
      return [t('Setup complete'), personal ? t('Your account is set up.') : t('Your workspace is set up.')]
  }
}

/** Marks onboarding as done and enters the console, even if the server can't be reached. */
async function enterConsole(): Promise<void> {
  await call(registration.completeSteps, {}, { quiet: true }).catch(() => undefined)
  window.location.assign('/dashboard')
}

function Steps({ me }: { me: OwnAccount }) {
  // Computed once: adding a phone during onboarding must not remove its step from the list
  const [plan] = useState(() => planOf(me))
  const [path, go] = usePlace()
  const step = stepOfPath(plan, path)
  const before = previousStepIn(plan, step)
  const Body = bodies[step]
  const [heading, lead] = wordsFor(step, me)
  return (
    <Wizard
      title={t('First steps')}
      steps={plan.map(name => ({ name, label: t(labels[name]) }))}
      at={step}
      corner={
        step === 'congratulations' ? undefined : (
          <Button variant="subtle" onClick={() => void enterConsole()}>
            {t('Skip to the console')}
          </Button>
        )
      }
      heading={heading}
      lead={lead}
    >
      <Suspense fallback={<Loading />}>
        <Body
          key={step}
          me={me}
          next={() => go(pathOf(nextIn(plan, step)))}
          back={before === undefined ? undefined : () => go(pathOf(before))}
          enter={() => void enterConsole()}
        />
      </Suspense>
    </Wizard>
  )
}

export default function OnboardingPage() {
  const signedIn = storedToken('access') !== null
  const self = useRead(account.self, {}, { quiet: true, when: signedIn })
  const gone = !signedIn || self.error?.status === 401
  useEffect(() => {
    if (gone) window.location.replace('/auth/sign-in')
  }, [gone])
  if (gone || self.isPending) return <Loading />
  if (self.isError)
    return (
      <SignedOutPage tab={t('First steps')} title={t('First steps')}>
        <ErrorCard title={t('We could not load your account')} fault={self.error} retry={() => void self.refetch()} />
      </SignedOutPage>
    )
  return <Steps me={self.data} />
}
