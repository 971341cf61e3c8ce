import { account } from '@claviger/contract/access/account'
import type { Me } from '@claviger/contract/access/account'
import { registration } from '@claviger/contract/access/registration'
import { Button } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { call } from '../../../ground/data/call.ts'
import { held } from '../../../ground/data/tokens.ts'
import { useRead } from '../../../ground/data/useRead.ts'
import { ErrorCard } from '../../../ground/ui/page/ErrorCard.tsx'
import { Wizard } from '../../../ground/ui/steps/Wizard.tsx'
import { Loading } from '../../../shell/Loading.tsx'
import { Outside } from '../../../shell/Outside.tsx'
import { CongratulationsStep } from './CongratulationsStep.tsx'
import { CreatedStep } from './CreatedStep.tsx'
import { beforeIn, isPersonal, nextIn, pathOf, planOf, stepIn } from './plan.ts'
import type { OnboardingStep } from './plan.ts'
import type { OnboardingProps } from './step.ts'
import { usePlace } from './usePlace.ts'

const labels: Record<OnboardingStep, string> = {
  created: 'Created',
  'workspace-info': 'Workspace',
  phone: 'Phone',
  passkey: 'Passkey',
  congratulations: 'Ready',
}

const bodies: Record<OnboardingStep, ComponentType<OnboardingProps>> = {
  created: CreatedStep,
  'workspace-info': lazy(() => import('./WorkspaceInfoStep.tsx')),
  phone: lazy(() => import('./PhoneStep.tsx')),
  passkey: lazy(() => import('./PasskeyStep.tsx')),
  congratulations: CongratulationsStep,
}

function wordsFor(step: OnboardingStep, me: Me): [heading: string, lead: string] {
  const personal = isPersonal(me)
  switch (step) {
    case 'created':
      return personal
        ? ['Your account is ready', `You are signed in as ${me.email ?? me.userId}.`]
        : [`${me.workspace.name} is ready`, `You are its owner, signed in as ${me.email ?? me.userId}.`]
    case 'workspace-info':
      return ['Give your workspace a face', 'Your users see its name and icon when they sign in.']
    case 'phone':
      return ['Add your phone number', 'Whoever helps you to get back in can reach you.']
    case 'passkey':
      return me.passkeys === 0
        ? ['Create your first passkey', 'Until then you sign in with a code that we mail you.']
        : ['Add a second passkey', 'Keep it somewhere else, so that a lost key never locks you out.']
    case 'congratulations':
      return ['Congratulations', personal ? 'Your account is set up.' : 'Your workspace is set up.']
  }
}

/** Marks the first steps as done and enters the console; that the server did not hear it stops nobody. */
async function enterConsole(): Promise<void> {
  await call(registration.completeSteps, {}, { quiet: true }).catch(() => undefined)
  window.location.assign('/dashboard')
}

function Steps({ me }: { me: Me }) {
  // Made once: a phone added on the way must not take its step out of the rail
  const [plan] = useState(() => planOf(me))
  const [path, go] = usePlace()
  const step = stepIn(plan, path)
  const before = beforeIn(plan, step)
  const Body = bodies[step]
  const [heading, lead] = wordsFor(step, me)
  return (
    <Wizard
      title="First steps"
      steps={plan.map(name => ({ name, label: labels[name] }))}
      at={step}
      corner={
        step === 'congratulations' ? undefined : (
          <Button variant="subtle" onClick={() => void enterConsole()}>
            Skip to the console
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

/** After registration: what makes the account safer, each step of which can be skipped. */
export default function OnboardingPage() {
  const signedIn = held('access') !== null
  const self = useRead(account.self, {}, { quiet: true, when: signedIn })
  const gone = !signedIn || self.error?.status === 401
  useEffect(() => {
    if (gone) window.location.replace('/auth/sign-in')
  }, [gone])
  if (gone || self.isPending) return <Loading />
  if (self.isError)
    return (
      <Outside tab="First steps" title="First steps">
        <ErrorCard title="We could not load your account" fault={self.error} retry={() => void self.refetch()} />
      </Outside>
    )
  return <Steps me={self.data} />
}
