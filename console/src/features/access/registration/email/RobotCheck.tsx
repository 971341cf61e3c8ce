import { messages } from '@claviger/contract/platform/messages'
import { Box, Button, Group, Loader } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { t } from '#platform/text/text.ts'
import { useFormState } from '#platform/ui/form/context.ts'
import type { RobotCheck as Check } from './useRobotCheck.ts'

export function RobotCheck({ check }: { check: Check }) {
  const { fields } = useFormState()
  const asked = check.stage !== 'checked' && fields.errors['robotProof'] !== undefined
  return (
    <Group
      className={`cv-panel ${check.stage === 'failed' ? 'cv-bad' : 'cv-quiet'}`}
      gap="4px 10px"
      mih={44}
      p="8px 12px"
      role="status"
    >
      {check.stage === 'checking' && (
        <>
          <Loader size={16} />
          <span>{t("Checking that you're not a robot…")}</span>
        </>
      )}
      {check.stage === 'checked' && (
        <>
          <IconCircleCheck className="cv-ok" size={18} stroke={1.8} aria-hidden />
          <span className="cv-fill">{t("Verified: you're not a robot")}</span>
        </>
      )}
      {check.stage === 'failed' && (
        <>
          <IconAlertCircle size={18} stroke={1.8} aria-hidden />
          <span className="cv-fill">{t(messages['robot-check'])}</span>
          <Button variant="default" onClick={check.again}>
            {t('Check again')}
          </Button>
        </>
      )}
      {asked && check.stage === 'checking' && (
        <Box component="p" className="cv-fault" flex="100%">
          {t(messages['robot-check'])}
        </Box>
      )}
    </Group>
  )
}
