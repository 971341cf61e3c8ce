import { administrators } from '@claviger/contract/tenancy/administrators'
import type { Administrator } from '@claviger/contract/tenancy/administrators'
import { allAdministrators } from '@claviger/contract/tenancy/all-administrators'
import { t } from '#platform/text/text.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import type { AdministeredWorkspace } from './administered-workspace.ts'
import { RightsFields } from './RightsFields.tsx'

export default function EditAdmin({
  admin,
  within,
  close,
}: {
  admin: Administrator
  within?: AdministeredWorkspace
  close: () => void
}) {
  const extra = admin.additionalPermissions
  const same = {
    needed: 'additionalPermissions',
    start: {
      role: String(admin.role),
      additionalPermissions: extra.length === 0 ? undefined : extra.map(String),
    },
    done() {
      toast('success', t('Role of {name} changed', { name: admin.name }))
      close()
    },
  }
  const fields = (
    <>
      <RightsFields {...(within && { within })} />
      <Foot save={t('Save changes')} cancel={{ do: close }} />
    </>
  )
  return (
    <Panel open title={t('Role of {name}', { name: admin.name })} close={close}>
      {within ? (
        <Form of={allAdministrators.update} fixed={{ id: within.id, userId: admin.id }} {...same}>
          {fields}
        </Form>
      ) : (
        <Form of={administrators.update} fixed={{ id: admin.id }} {...same}>
          {fields}
        </Form>
      )}
    </Panel>
  )
}
