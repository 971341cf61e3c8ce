import { t } from '../../../ground/text/text.ts'
import { Panel } from '../../../ground/ui/over/Panel.tsx'
import { Requests } from './Requests.tsx'

/** A drawer with the requests that named no application of this workspace. */
export default function UnknownRequests({ close }: { close: () => void }) {
  return (
    <Panel open title={t('Unknown requests')} close={close}>
      <Requests of={null} />
    </Panel>
  )
}
