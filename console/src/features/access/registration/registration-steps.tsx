import { lazy } from 'react'
import type { ComponentType } from 'react'
import { msg, t } from '#platform/text/text.ts'
import type { StepName } from './flow.ts'
import { setupKey } from './referrer.ts'
import type { BegunProps, StepProps } from './step.ts'
import EmailStep from './email/EmailStep.tsx'

interface Face {
  heading: string
  lead: string
  Body: ComponentType<StepProps>
}

const loads = {
  password: () => import('./steps/PasswordStep.tsx'),
  securityKey: () => import('./security-key/SecurityKeyStep.tsx'),
  personalInfo: () => import('./steps/PersonalInfoStep.tsx'),
  code: () => import('./steps/CodeStep.tsx'),
  address: () => import('./steps/AddressStep.tsx'),
  workspace: () => import('./steps/WorkspaceStep.tsx'),
  payment: () => import('./steps/PaymentStep.tsx'),
  confirm: () => import('./steps/ConfirmStep.tsx'),
  complete: () => import('./steps/CompleteStep.tsx'),
}

export function loadSteps(): void {
  for (const load of Object.values(loads)) load().catch(() => undefined)
}

const begun = (load: () => Promise<{ default: ComponentType<BegunProps> }>) => {
  const Step = lazy(load)
  return ({ state, ...rest }: StepProps) => (state === null ? null : <Step state={state} {...rest} />)
}

const bodies: Record<StepName, ComponentType<StepProps>> = {
  email: EmailStep,
  password: begun(loads.password),
  'security-key': begun(loads.securityKey),
  'personal-info': begun(loads.personalInfo),
  address: begun(loads.address),
  workspace: begun(loads.workspace),
  payment: begun(loads.payment),
  'confirm-identity': begun(loads.confirm),
  verify: begun(loads.code),
  complete: begun(loads.complete),
}

const words: Record<StepName, [heading: string, lead: string]> = {
  email: [msg('Create your account'), msg("We'll email you a code, and a link to continue later.")],
  password: [
    msg('Choose a password'),
    msg('You sign in with a security key. A password is an optional second sign-in method.'),
  ],
  'security-key': [
    msg('Add your first security key'),
    msg(
      "You'll use it to sign in to this console. Add a second key later so that you can still sign in if you lose one.",
    ),
  ],
  'personal-info': [msg('Your details'), msg('Other users in your workspace see your name.')],
  address: [msg('Enter your address'), msg('The address of your organization appears on invoices.')],
  workspace: [msg('Name your workspace'), msg('Users see the name and the icon when they sign in.')],
  payment: [
    msg('Start with a free trial'),
    msg('You need no payment method now. Before the trial ends, add a card or choose wire transfer under Billing.'),
  ],
  'confirm-identity': [msg('Check your answers'), msg('Then confirm your identity.')],
  verify: [msg('Enter the confirmation code'), ''],
  complete: [msg('Creating your workspace'), msg('This takes a moment.')],
}

const personal: Partial<typeof words> = {
  'personal-info': [msg('Your details'), msg('Your name is saved in your account.')],
  payment: [msg('Your plan'), msg('A personal account is free, without a limit of keys.')],
  complete: [msg('Creating your account'), msg('This takes a moment.')],
}

const ofSetup: Face['heading'][] = [
  msg('Set up Claviger'),
  msg('You create the first workspace, and become its owner and the super administrator of this installation.'),
]

export function faceOf({ state, kind }: StepProps, step: StepName): Face {
  if (step === 'email' && setupKey() !== null) {
    const [heading = '', lead = ''] = ofSetup
    return { heading: t(heading), lead: t(lead), Body: bodies[step] }
  }
  const [heading, lead] = (kind === 'personal' ? personal[step] : undefined) ?? words[step]
  const sent = t('We sent a 6-digit code to {email}.', { email: state?.email ?? '' })
  return { heading: t(heading), lead: lead === '' ? sent : t(lead), Body: bodies[step] }
}
