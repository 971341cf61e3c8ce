import { administrators } from '@claviger/contract/tenancy/administrators'
import { allAdministrators } from '@claviger/contract/tenancy/all-administrators'
import { t } from '#platform/text/text.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import type { AdministeredWorkspace } from './administered-workspace.ts'
import { PickUsers } from './PickUsers.tsx'
import { RightsFields } from './RightsFields.tsx'

const start = { ids: [], role: '', additionalPermissions: undefined }

export default function AddAdmin({ within, close }: { within?: AdministeredWorkspace; close: () => void }) {
  const added = (count: number) => {
    toast('success', t('{count, plural, one {# admin} other {# admins}} added', { count }))
    close()
  }
  const fields = (
    <>
      <PickUsers name="ids" {...(within && { within })} />
      <RightsFields {...(within && { within })} />
      {!within && <Notice>{t('New admins can create security keys immediately.')}</Notice>}
      <Foot save={t('Add admin')} cancel={{ do: close }} />
    </>
  )
  return (
    <Panel open title={t('Add admin')} close={close}>
      {within ? (
        <Form
          of={allAdministrators.create}
          needed="additionalPermissions"
          fixed={{ id: within.id }}
          start={start}
          done={(_reply, { ids }) => added((ids as string[]).length)}
        >
          {fields}
        </Form>
      ) : (
        <Form
          of={administrators.create}
          needed="additionalPermissions"
          start={start}
          done={({ items }) => added(items.length)}
        >
          {fields}
        </Form>
      )}
    </Panel>
  )
}
