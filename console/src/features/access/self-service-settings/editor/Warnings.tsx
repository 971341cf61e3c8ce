import type { Warning } from '@claviger/contract/access/self-service-settings/self-service-page'
import { Stack } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'

export const Warnings = ({ of }: { of: readonly Warning[] }) => (
  <Stack gap={8} display={of.length === 0 ? 'none' : undefined} role="status" aria-label={t('Warnings')}>
    {of.map(({ kind, danger, says }) => (
      <Notice key={kind} level="warning">
        {danger && <strong>{t('Unsafe:')} </strong>}
        {says}.
      </Notice>
    ))}
  </Stack>
)
