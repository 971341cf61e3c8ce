import { Loader, Stack } from '@mantine/core'
import { t } from '../platform/text/text.ts'
import { Later } from '../platform/ui/loading/Later.tsx'

export function Loading() {
  return (
    <Later>
      <Stack align="center" justify="center" mih="60vh" role="status" aria-label={t('Loading')}>
        <Loader size={24} />
      </Stack>
    </Later>
  )
}
