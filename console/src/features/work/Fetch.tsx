import type { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '#platform/data/call.ts'
import { t } from '#platform/text/text.ts'
import { download } from '#platform/ui/list/exportRows.ts'

interface FetchProps {
  calls: Pick<typeof bulkRuns, 'result'>
  id: string
  failed: number
}

export function Fetch({ calls, id, failed }: FetchProps) {
  const [busy, setBusy] = useState<boolean | null>(null)
  const fetchIt = async (refused: boolean) => {
    setBusy(refused)
    try {
      const text = await call(calls.result, { id, refused: refused ? 'true' : 'false' })
      download(refused ? 'errors.csv' : 'result.csv', 'text/csv', text)
    } catch {
      // The call itself has shown the error
    } finally {
      setBusy(null)
    }
  }
  return (failed > 0 ? [true, false] : [false]).map(refused => (
    <Button
      key={String(refused)}
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
      loading={busy === refused}
      onClick={() => void fetchIt(refused)}
    >
      {refused ? t('Download errors') : t('Download report')}
    </Button>
  ))
}
