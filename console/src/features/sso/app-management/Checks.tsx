import { Box, Group } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { t } from '#platform/text/text.ts'

interface Check {
  name: string
  ok: boolean
  says: string
  detail?: string | null
}

export function Checks({ of }: { of: readonly Check[] }) {
  return (
    <ul>
      {of.map(({ name, ok, says, detail = null }) => (
        <Group component="li" gap={8} wrap="nowrap" mih={30} key={name}>
          {ok ? (
            <IconCircleCheck className="cv-ok" size={18} stroke={1.7} aria-label={t('Passed')} />
          ) : (
            <IconCircleX className="cv-bad" size={18} stroke={1.7} aria-label={t('Failed')} />
          )}
          <span>
            {says}
            {detail !== null && (
              <Box component="code" className="cv-muted cv-wrap" display="block">
                {detail}
              </Box>
            )}
          </span>
        </Group>
      ))}
    </ul>
  )
}
