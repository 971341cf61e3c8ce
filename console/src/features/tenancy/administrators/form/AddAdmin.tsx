import { administrators } from '@claviger/contract/tenancy/administrators'
import { t } from '../../../../ground/text/text.ts'
import { Foot } from '../../../../ground/ui/form/Foot.tsx'
import { Form } from '../../../../ground/ui/form/Form.tsx'
import { Panel } from '../../../../ground/ui/over/Panel.tsx'
import { toast } from '../../../../ground/ui/over/toast.ts'
import { Notice } from '../../../../ground/ui/page/Notice.tsx'
import { PickUsers } from './PickUsers.tsx'
import { RightsFields } from './RightsFields.tsx'

/** A drawer that makes users administrators. */
export default function AddAdmin({ close }: { close: () => void }) {
  return (
    <Panel open title={t('Add admin')} close={close}>
      <Form
        of={administrators.create}
        needed="additionalPermissions"
        start={{ ids: [], role: '', additionalPermissions: undefined }}
        done={({ items }) => {
          toast('success', t('{count, plural, one {# admin} other {# admins}} added', { count: items.length }))
          close()
        }}
      >
        <PickUsers name="ids" />
        <RightsFields />
        <Notice>{t('A new admin can create security keys at once.')}</Notice>
        <Foot save={t('Add admin')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
