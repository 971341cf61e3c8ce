import { Button, Stack } from '@mantine/core'
import { t } from '#platform/text/text.ts'

const size = 20

export function PageTurner({ page, total, turn }: { page: number; total: number; turn: (to: number) => void }) {
  if (total <= size) return null
  return (
    <Stack className="cv-ends" gap={8} p="12px 16px">
      <Button variant="default" disabled={page === 1} onClick={() => turn(page - 1)}>
        {t('Back')}
      </Button>
      <Button variant="default" disabled={page * size >= total} onClick={() => turn(page + 1)}>
        {t('Next')}
      </Button>
    </Stack>
  )
}
