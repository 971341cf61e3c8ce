import { messages } from '@claviger/contract/platform/messages'
import { Button, Loader } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { t } from '#platform/text/text.ts'
import { useFormState } from '#platform/ui/form/context.ts'
import classes from './robot.module.css'
import type { RobotCheck as Check } from './useRobotCheck.ts'

export function RobotCheck({ check }: { check: Check }) {
  const { fields } = useFormState()
  const asked = check.stage !== 'checked' && fields.errors['robotProof'] !== undefined
  return (
    <div className={classes.check} data-stage={check.stage} role="status">
      {check.stage === 'checking' && (
        <>
          <Loader size={16} />
          <span>{t("Checking that you're not a robot…")}</span>
        </>
      )}
      {check.stage === 'checked' && (
        <>
          <IconCircleCheck size={18} stroke={1.8} aria-hidden />
          <span>{t("Verified: you're not a robot")}</span>
        </>
      )}
      {check.stage === 'failed' && (
        <>
          <IconAlertCircle size={18} stroke={1.8} aria-hidden />
          <span>{t(messages['robot-check'])}</span>
          <Button variant="default" onClick={check.again}>
            {t('Check again')}
          </Button>
        </>
      )}
      {asked && check.stage === 'checking' && <p className={classes.asked}>{t(messages['robot-check'])}</p>}
    </div>
  )
}
