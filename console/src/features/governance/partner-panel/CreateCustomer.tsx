import { partnerPanel } from '@claviger/contract/governance/partner-panel'
import { t } from '#platform/text/text.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { addressRefused, newWorkspace, NewWorkspaceFields } from '../partners/NewWorkspaceFields.tsx'

export default function CreateCustomer({ close }: { close: () => void }) {
  return (
    <Panel open title={t('Create workspace')} close={close}>
      <Form
        of={partnerPanel.create}
        start={newWorkspace}
        refused={addressRefused}
        done={(_reply, values) => {
          toast('success', t('{name} created', { name: String(values['name']) }), {
            detail: t('The owner was invited by email.'),
          })
          close()
        }}
      >
        <NewWorkspaceFields />
        <Foot save={t('Create workspace')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
