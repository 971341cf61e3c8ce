import { logStreams } from '@claviger/contract/oversight/log-streams'
import type { LogStream } from '@claviger/contract/oversight/log-streams'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'

/** Asks before the log is no longer sent to a receiver. */
export default function RemoveStream({ stream, close }: { stream: LogStream; close: () => void }) {
  const remove = useWrite(logStreams.remove, {
    done() {
      toast('success', t('{name} removed', { name: stream.name }))
      close()
    },
  })
  return (
    <Confirm
      open
      title={t('Remove “{name}”?', { name: stream.name })}
      keep={t('Keep log stream')}
      act={t('Remove log stream')}
      busy={remove.isPending}
      close={close}
      confirm={() => remove.mutate({ id: stream.id }, { onError: close })}
    >
      <p>
        {t(
          '{count, plural, =0 {Nothing waits to be sent.} one {# line that waits is not sent any more.} other {# lines that wait are not sent any more.}}',
          { count: stream.waiting },
        )}
      </p>
      <p>{t('What has arrived stays with the receiver.')}</p>
    </Confirm>
  )
}
