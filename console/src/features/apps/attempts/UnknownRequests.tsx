import { t } from '../../../ground/text/text.ts'
import { Panel } from '../../../ground/ui/over/Panel.tsx'
import { Requests } from './Requests.tsx'

export default function UnknownRequests({ close }: { close: () => void }) {
  return (
    <Panel open title={t('Unknown requests')} close={close}>
      <Requests of={null} />
    </Panel>
  )
}
