import { partners } from '@claviger/contract/governance/partners'
import { t } from '#platform/text/text.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { addressRefused, newWorkspace, NewWorkspaceFields } from './NewWorkspaceFields.tsx'

export default function CreatePartner({ close }: { close: () => void }) {
  return (
    <Panel open title={t('Create partner')} close={close}>
      <Form
        of={partners.create}
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
        <Foot save={t('Create partner')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
