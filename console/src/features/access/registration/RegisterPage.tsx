import { Suspense, useEffect } from 'react'
import { msg, t } from '#platform/text/text.ts'
import { ErrorCard } from '#platform/ui/page/ErrorCard.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Wizard } from '#platform/ui/steps/Wizard.tsx'
import { Languages } from '#shell/Languages.tsx'
import { Loading } from '#shell/Loading.tsx'
import { SignedOutPage } from '#shell/SignedOutPage.tsx'
import { labels, shortAnswer } from './survey-answers.ts'
import { stepsOf, timeLeft } from './flow.ts'
import { Partner } from './Partner.tsx'
import { faceOf, loadSteps } from './registration-steps.tsx'
import { useRegistration } from './useRegistration.ts'

const note = msg('Your answers are saved. You can close this page and continue from this step within 7 days.')

/** Registration on one page, step by step, from nothing to a workspace and its owner (R27–R32). */
export default function RegisterPage() {
  const { position, fault, load, stepProps } = useRegistration()
  const begun = position !== null && position.state !== null
  useEffect(() => {
    if (begun) loadSteps()
  }, [begun])
  if (fault !== null)
    return (
      <SignedOutPage tab={t('Registration')} title={t('Registration')}>
        <ErrorCard
          title={t('We could not load your registration')}
          fault={fault}
          retry={load}
          kept={t('Your answers are saved.')}
        />
      </SignedOutPage>
    )
  if (position === null) return <Loading />

  const { state, kind, step, notice } = position
  const steps = stepsOf(kind, state).filter(name => name !== 'complete')
  const at = step === 'complete' ? (steps.at(-1) ?? step) : step
  const props = stepProps(position)
  const { heading, lead, Body } = faceOf(props, step)
  return (
    <Wizard
      title={kind === 'personal' ? t('Create your account') : t('Create your workspace')}
      steps={steps.map(name => {
        const answer = shortAnswer(state, name)
        return { name, label: t(labels[name]), ...(answer === undefined ? {} : { answer }) }
      })}
      at={at}
      left={timeLeft(steps, at)}
      {...(state === null ? {} : { note: t(note) })}
      corner={
        <>
          <Languages />
          <a href="/auth/sign-in">{t('Sign in instead')}</a>
        </>
      }
      heading={heading}
      lead={lead}
    >
      {notice !== null && <Notice level="warning">{notice}</Notice>}
      {step === 'email' && <Partner />}
      <Suspense fallback={<Loading />}>
        <Body key={step} {...props} />
      </Suspense>
    </Wizard>
  )
}
