import { downloads } from '@claviger/contract/oversight/downloads'
import { Stack } from '@mantine/core'
import { readAhead, useRead } from '#platform/data/useRead.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Anchor } from '#platform/ui/bits/Anchor.tsx'
import { IconRows } from '#platform/ui/list/IconRow.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { DownloadRow } from './DownloadRow.tsx'
import { WindowsSignIn } from './WindowsSignIn.tsx'

export const bring = () => readAhead(downloads.list, {})

export default function DownloadsPage() {
  const { can } = useSession()
  const list = useRead(downloads.list, {})
  const of = (kind: 'driver' | 'application') => list.data?.items.filter(one => one.kind === kind) ?? []
  const applications = of('application')
  return (
    <Stack gap={12} maw={860}>
      <PageHead title={t('Downloads')} />
      <Waiting on={list} what={t('the downloads')}>
        {applications.length > 0 && (
          <>
            <Card title={t('Applications')} flush>
              <IconRows>
                {applications.map(one => (
                  <DownloadRow key={one.id} of={one} />
                ))}
              </IconRows>
            </Card>
            {can('api-keys.read') && (
              <p className="cv-muted cv-linked">
                <Trans
                  id="For setup and a list of computers, see <0>Reader programs</0>."
                  components={[<Anchor key="programs" href="/dashboard/devices/programs" />]}
                />
              </p>
            )}
          </>
        )}
        <WindowsSignIn />
        <Card title={t('Card reader drivers')} flush>
          <IconRows>
            {of('driver').map(one => (
              <DownloadRow key={one.id} of={one} />
            ))}
          </IconRows>
        </Card>
        <p className="cv-muted cv-linked">
          {t(
            "Windows, macOS, and Linux detect most readers automatically. Install a driver if your reader isn't found.",
          )}
        </p>
      </Waiting>
    </Stack>
  )
}
