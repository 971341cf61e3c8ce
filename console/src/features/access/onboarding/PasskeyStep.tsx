import { credentials } from '@claviger/contract/keys/credentials'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/data/call.ts'
import { makePasskey } from '#platform/data/passkey-ceremony.ts'
import { t } from '#platform/text/text.ts'
import { BeginKey, KeyPanel } from '../registration/KeyPanel.tsx'
import { useCeremony } from '../registration/useCeremony.ts'
import { StepFoot } from '../registration/StepFoot.tsx'
import { StepForm } from './StepForm.tsx'
import type { OnboardingProps } from './step.ts'

export default function PasskeyStep({ me, next, back }: OnboardingProps) {
  const { stage, seconds, problem, run, cancel } = useCeremony()
  const client = useQueryClient()
  const saved = stage === 'saved'

  const create = () =>
    run(async progress => {
      const { session, authInfo } = await call(credentials.challenge, { purpose: 'add' }, { quiet: true })
      if (!authInfo.creation) throw new Error('The server offered no way to create a passkey')
      progress.waiting(Math.round(authInfo.creation.timeout / 1000))
      const made = await makePasskey(authInfo.creation)
      progress.saving()
      await call(credentials.add, { ...made, session }, { quiet: true })
      await client.invalidateQueries({ queryKey: ['account'] })
    })

  return (
    <StepForm
      go={() => {
        if (saved) next()
        else if (stage === 'ready') void create()
      }}
    >
      <KeyPanel
        stage={stage}
        seconds={seconds}
        problem={problem}
        attachment="any"
        cancel={cancel}
        ready={
          <BeginKey label={t('Create passkey')} begin={() => void create()}>
            {me.passkeys === 0
              ? t('On this device, on a phone, or on a hardware key.')
              : t('On another device, on a phone, or on a hardware key.')}
          </BeginKey>
        }
        saved={<span>{t('Your passkey is saved.')}</span>}
      />
      <StepFoot
        back={back}
        disabled={!saved}
        {...(saved
          ? {}
          : {
              note: t('You can continue once the key is saved.'),
              beside: (
                <Button size="md" variant="default" onClick={next}>
                  {t('Skip for now')}
                </Button>
              ),
            })}
      />
    </StepForm>
  )
}
