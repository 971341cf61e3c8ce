import { keyKinds } from '@claviger/contract/keys/security-keys'
import { activations, keyAssignment } from '@claviger/contract/keys/key-assignment'
import { Button, Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { StepFoot } from '../registration/StepFoot.tsx'
import { StepForm } from './StepForm.tsx'
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
      <Stack className="cv-panel cv-lead" gap={16} align="flex-start" p={20}>
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
      </Stack>
      <StepFoot back={back} next={made ? t('Continue') : t('Skip for now')} />
    </StepForm>
  )
}
