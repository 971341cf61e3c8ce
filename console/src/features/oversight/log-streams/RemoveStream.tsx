import { logStreams } from '@claviger/contract/oversight/log-streams'
import type { LogStream } from '@claviger/contract/oversight/log-streams'
import { t } from '../../../ground/text/text.ts'
import { ConfirmCall } from '../../../ground/ui/over/ConfirmCall.tsx'

/** Asks before the log is no longer sent to a receiver. */
export default function RemoveStream({ stream, close }: { stream: LogStream; close: () => void }) {
  return (
    <ConfirmCall
      of={logStreams.remove}
      input={{ id: stream.id }}
      title={t('Remove “{name}”?', { name: stream.name })}
      keep={t('Keep log stream')}
      act={t('Remove log stream')}
      said={t('{name} removed', { name: stream.name })}
      close={close}
    >
      <p>
        {t(
          '{count, plural, =0 {Nothing waits to be sent.} one {# line that waits is not sent any more.} other {# lines that wait are not sent any more.}}',
          { count: stream.waiting },
        )}
      </p>
      <p>{t('What has arrived stays with the receiver.')}</p>
    </ConfirmCall>
  )
}
