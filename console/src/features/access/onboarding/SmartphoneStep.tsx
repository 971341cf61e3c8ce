import { keyKinds } from '@claviger/contract/keys/security-keys'
import { activations, keyAssignment } from '@claviger/contract/keys/key-assignment'
import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { StepFoot } from '../registration/StepFoot.tsx'
import { StepForm } from './StepForm.tsx'
import classes from './onboarding.module.css'
import type { OnboardingProps } from './step.ts'

const OnTheSpot = lazy(() => import('#features/keys/key-assignment/OnTheSpot.tsx'))

export default function SmartphoneStep({ me, next, back }: OnboardingProps) {
  const assign = useWrite(keyAssignment.add, { quiet: true })
  const made = assign.data
  const begin = () =>
    assign.mutate({ userId: me.id, type: keyKinds.smartphone, activation: activations.now, ifOneExists: 'allow' })
  return (
    <StepForm go={next}>
      {assign.error && <Notice level="error">{assign.error.message}</Notice>}
      <div className={classes.spot}>
        {made?.link ? (
          <Suspense fallback={null}>
            <OnTheSpot link={made.link} kind={keyKinds.smartphone} securityKey={made.key.id} />
          </Suspense>
        ) : (
          <>
            <p>{t("Scan the code with your phone's camera. The phone then creates a passkey.")}</p>
            <Button size="md" loading={assign.isPending} onClick={begin}>
              {t('Show code')}
            </Button>
          </>
        )}
      </div>
      <StepFoot back={back} next={made ? t('Continue') : t('Skip for now')} />
    </StepForm>
  )
}
