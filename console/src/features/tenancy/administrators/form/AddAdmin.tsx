import { administrators } from '@claviger/contract/tenancy/administrators'
import { many } from '../../../../ground/ui/bits/moments.ts'
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
    <Panel open title="Add admin" close={close}>
      <Form
        of={administrators.create}
        needed="additionalPermissions"
        start={{ ids: [], role: '', additionalPermissions: undefined }}
        done={({ items }) => {
          toast('success', `${many(items.length, 'admin')} added`)
          close()
        }}
      >
        <PickUsers name="ids" />
        <RightsFields />
        <Notice>A new admin can create security keys at once.</Notice>
        <Foot save="Add admin" cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
