import { msg, t } from '../../../ground/text/text.ts'
import { Status } from '../../../ground/ui/bits/Status.tsx'
import { looks } from './status.ts'

export function DomainStatus({ status }: { status: number }) {
  const { word, shape, tone } = looks[status] ?? { word: msg('Unknown'), shape: 'ring', tone: 'mute' }
  return (
    <Status shape={shape} tone={tone}>
      {t(word)}
    </Status>
  )
}
