import { logStreams } from '@claviger/contract/oversight/log-streams'
import type { LogStream } from '@claviger/contract/oversight/log-streams'
import { t } from '#platform/text/text.ts'
import { ConfirmCall } from '#platform/ui/over/ConfirmCall.tsx'

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
          '{count, plural, =0 {No log entries are waiting to be sent.} one {# waiting log entry will not be sent.} other {# waiting log entries will not be sent.}}',
          { count: stream.waiting },
        )}
      </p>
      <p>{t('The receiver keeps the log entries it has already received.')}</p>
    </ConfirmCall>
  )
}
