import type { PinCheck } from '@claviger/contract/platform/pin'
import { Box, Group, Stack } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { msg, t } from '#platform/text/text.ts'

const words = { pass: msg('Met'), fail: msg('Not met'), 'not applicable': msg('Not required') } as const
// A rule that an empty field can't meet is no fault
const tones = { pass: 'cv-ok', fail: 'cv-quiet', 'not applicable': 'cv-muted' } as const
const icons = { pass: IconCircleCheckFilled, fail: IconCircle, 'not applicable': IconCircleDashed } as const

export function PinChecks({ checks }: { checks: readonly PinCheck[] }) {
  return (
    <Stack component="ul" gap={8} mt={16} aria-live="polite" aria-label={t('Results by rule')}>
      {checks.map(({ rule, verdict, says }) => {
        const Icon = icons[verdict]
        return (
          <Group
            component="li"
            className={tones[verdict]}
            gap={8}
            wrap="nowrap"
            key={rule}
            data-verdict={verdict === 'fail' ? undefined : verdict}
          >
            <Icon size={16} stroke={1.7} aria-hidden />
            {t(says)}
            <Box component="span" ms="auto" fz={12} style={{ whiteSpace: 'nowrap' }}>
              {t(words[verdict])}
            </Box>
          </Group>
        )
      })}
    </Stack>
  )
}
