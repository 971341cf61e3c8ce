import { downloads, programs } from '@claviger/contract/oversight/downloads'
import type { Download } from '@claviger/contract/oversight/downloads'
import { Button } from '@mantine/core'
import { IconAppWindow, IconCpu, IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '#platform/data/call.ts'
import { t } from '#platform/text/text.ts'
import { IconRow } from '#platform/ui/list/IconRow.tsx'
import { download } from '#platform/ui/list/exportRows.ts'

function OpenPage({ of }: { of: Download }) {
  return (
    <Button
      component="a"
      href={of.href}
      target="_blank"
      rel="noreferrer"
      variant="default"
      aria-label={t('Open {maker} website', { maker: of.name })}
      rightSection={<IconExternalLink size={16} stroke={1.7} aria-hidden />}
    >
      {t('Open')}
    </Button>
  )
}

function Fetch({ of }: { of: Download }) {
  const [busy, setBusy] = useState(false)
  const id = programs.find(one => one === of.id)
  const name = of.file
  if (id === undefined || name === null) return null
  async function fetched(program: (typeof programs)[number], as: string) {
    setBusy(true)
    try {
      const file = await call(downloads.program, { program }, { bytes: true })
      download(as, 'application/octet-stream', file as unknown as Blob)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      loading={busy}
      aria-label={t('Download {name}', { name: `${of.name} (${of.systems.join(', ')})` })}
      leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
      onClick={() => void fetched(id, name).catch(() => undefined)}
    >
      {t('Download')}
    </Button>
  )
}

export function DownloadRow({ of }: { of: Download }) {
  const Icon = of.kind === 'driver' ? IconCpu : IconAppWindow
  return (
    <IconRow
      icon={<Icon size={20} stroke={1.6} aria-hidden />}
      name={<strong>{of.name}</strong>}
      about={of.about}
      last={of.systems.join(', ')}
      acts={of.kind === 'driver' ? <OpenPage of={of} /> : <Fetch of={of} />}
    />
  )
}
