import { users } from '@claviger/contract/people/users'
import { useState } from 'react'
import { Foot } from '../../../../ground/ui/form/Foot.tsx'
import { Form } from '../../../../ground/ui/form/Form.tsx'
import { Tick } from '../../../../ground/ui/fields/Tick.tsx'
import { Panel } from '../../../../ground/ui/over/Panel.tsx'
import { toast } from '../../../../ground/ui/over/toast.ts'
import { placed, SharedMailbox } from './Conflict.tsx'
import { Identity, Memberships } from './UserFields.tsx'
import { nameOf } from '../status.ts'

const empty = {
  firstName: '',
  lastName: '',
  email: '',
  userId: '',
  employeeId: '',
  phoneNumber: null,
  groups: [],
  organizationUnits: [],
  sharesEmail: false,
  invite: true,
}

/** A drawer that creates a user and, unless that is unticked, sends the activation email. */
export default function AddUser({ close }: { close: () => void }) {
  const [shared, setShared] = useState(false)
  return (
    <Panel open title="Add user" close={close}>
      <Form
        of={users.create}
        start={empty}
        alsoRefresh={['statistics', 'account', 'groups']}
        refused={(refusal, fields) => {
          if (refusal.code === 'email-taken') setShared(true)
          return placed(refusal, fields)
        }}
        done={(user, { invite }) => {
          toast(
            'success',
            `${nameOf(user)} added`,
            invite === true ? { detail: `The activation email is on its way to ${user.email ?? 'the user'}.` } : {},
          )
          close()
        }}
      >
        <Identity underEmail={shared && <SharedMailbox />} />
        <Memberships />
        <Tick
          name="invite"
          label="Send the activation email now"
          help="It has a link that works for 7 days. With it the user creates a passkey."
        />
        <Foot save="Add user" cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
