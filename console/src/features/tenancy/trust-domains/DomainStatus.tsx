import { msg, t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { statusLooks } from './trust-domain-status.ts'

export function DomainStatus({ status }: { status: number }) {
  const { word, shape, tone } = statusLooks[status] ?? { word: msg('Unknown'), shape: 'ring', tone: 'mute' }
  return (
    <Status shape={shape} tone={tone}>
      {t(word)}
    </Status>
  )
}
