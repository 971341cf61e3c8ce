import { Box } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { Copy } from '#platform/ui/bits/Copy.tsx'

/** A generated PIN, which no later call returns. */
export function ShownPin({ pin, owner }: { pin: string; owner: string }) {
  return (
    <>
      <Box component="p" fz={24} lts={4}>
        <b>{pin}</b> <Copy value={pin} what={t('PIN')} />
      </Box>
      <p>{t('Give this PIN to {owner} now because it is shown only once.', { owner })}</p>
    </>
  )
}
