import { administrators } from '@claviger/contract/tenancy/administrators'
import type { Administrator } from '@claviger/contract/tenancy/administrators'
import { t } from '../../../../ground/text/text.ts'
import { Foot } from '../../../../ground/ui/form/Foot.tsx'
import { Form } from '../../../../ground/ui/form/Form.tsx'
import { Panel } from '../../../../ground/ui/over/Panel.tsx'
import { toast } from '../../../../ground/ui/over/toast.ts'
import { RightsFields } from './RightsFields.tsx'

/** A drawer that changes what an administrator may do. */
export default function EditAdmin({ admin, close }: { admin: Administrator; close: () => void }) {
  const extra = admin.additionalPermissions
  return (
    <Panel open title={t('Role of {name}', { name: admin.name })} close={close}>
      <Form
        of={administrators.update}
        needed="additionalPermissions"
        fixed={{ id: admin.id }}
        start={{
          role: String(admin.role),
          additionalPermissions: extra.length === 0 ? undefined : extra.map(String),
        }}
        done={() => {
          toast('success', t('Role of {name} changed', { name: admin.name }))
          close()
        }}
      >
        <RightsFields />
        <Foot save={t('Save changes')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
