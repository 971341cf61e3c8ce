import { t } from '#platform/text/text.ts'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { Requests } from './Requests.tsx'

export default function UnknownRequests({ close }: { close: () => void }) {
  return (
    <Panel open title={t('Unknown requests')} close={close}>
      <Requests of={null} />
    </Panel>
  )
}
