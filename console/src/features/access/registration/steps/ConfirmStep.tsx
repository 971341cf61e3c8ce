import type { InputOf } from '@claviger/contract/platform/endpoint'
import { registration } from '@claviger/contract/access/registration'
import { Stack, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { call } from '#platform/data/call.ts'
import { askPasskey } from '#platform/data/passkey-ceremony.ts'
import { isSilent, CallError } from '#platform/data/refusal.ts'
import { inSentence } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { answerOf, labels } from '../survey-answers.ts'
import { stepsOf } from '../flow.ts'
import classes from '../register.module.css'
import type { BegunProps } from '../step.ts'
import { StepFoot } from '../StepFoot.tsx'

const mendable = ['email', 'password', 'security-key', 'personal-info', 'address', 'workspace'] as const

/** The answer to the step; leaves the page if a service verifies the identity. */
async function answer(): Promise<InputOf<typeof registration.confirmIdentity.input>> {
  const { request, verifier } = await call(registration.identityOptions, {}, { quiet: true })
  if (verifier !== null) {
    window.location.assign(verifier.url)
    return new Promise(() => undefined)
  }
  return request === null ? {} : { assertion: await askPasskey(request) }
}

export default function ConfirmStep({ state, advance, mend, back, refused }: BegunProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const steps = stepsOf(state.kind, state)

  async function confirm() {
    setBusy(true)
    setProblem(null)
    try {
      advance(await call(registration.confirmIdentity, await answer(), { quiet: true }))
    } catch (fault) {
      if (isSilent(fault)) return
      if (fault instanceof CallError && refused(fault)) return
      setProblem((fault as Error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack
      component="form"
      gap={20}
      onSubmit={event => {
        event.preventDefault()
        void confirm()
      }}
    >
      <dl className={`${classes.answers ?? ''} cv-box cv-ruled`}>
        {mendable
          .filter(step => steps.includes(step))
          .map(step => (
            <div key={step}>
              <dt className="cv-muted">{t(labels[step])}</dt>
              <dd className="cv-wrap">{answerOf(state, step)}</dd>
              <dd className="cv-wrap">
                <UnstyledButton
                  className={`${classes.edit ?? ''} cv-touchable`}
                  aria-label={t('Edit {what}', { what: inSentence(t(labels[step])) })}
                  onClick={() => mend(step)}
                >
                  {t('Edit')}
                </UnstyledButton>
              </dd>
            </div>
          ))}
        {state.partner !== null && (
          <div>
            <dt className="cv-muted">{t('Partner')}</dt>
            <dd className="cv-wrap">{state.partner}</dd>
          </div>
        )}
      </dl>
      {problem !== null && <Notice level="error">{problem}</Notice>}
      <StepFoot
        back={back}
        next={
          state.verifier !== null
            ? t('Continue with {name}', { name: state.verifier })
            : state.hasPasskey
              ? t('Confirm with your security key')
              : t('Email me a code')
        }
        busy={busy}
        autoFocus
        {...(state.verifier !== null
          ? { note: t('The service checks your identity document. We keep only whether your name matches.') }
          : state.hasPasskey
            ? {}
            : {
                note: state.hasCard
                  ? t("Your card works only after your account is created, so we'll send a code to your email.")
                  : t("You have no security key yet, so we'll send a code to your email."),
              })}
      />
    </Stack>
  )
}
