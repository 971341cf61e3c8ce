import { users } from '@claviger/contract/people/users'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../../ground/text/text.ts'
import { useFormState } from '../../../../ground/ui/form/context.ts'
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

/** The User ID is the email until somebody writes another. */
function UserIdFollows() {
  const { fields } = useFormState()
  const { email, userId } = fields.values
  const followed = useRef<unknown>('')
  useEffect(() => {
    const before = followed.current
    if (email === before) return
    followed.current = email
    if (userId === before) fields.set('userId', email)
  }, [email, userId, fields])
  return null
}

/** A drawer that creates a user and, unless that is unticked, sends the activation email. */
export default function AddUser({ close }: { close: () => void }) {
  const [shared, setShared] = useState(false)
  return (
    <Panel open title={t('Add user')} close={close}>
      <Form
        of={users.create}
        start={empty}
        refused={(refusal, fields) => {
          if (refusal.code === 'email-taken') setShared(true)
          return placed(refusal, fields)
        }}
        done={(user, { invite }) => {
          toast(
            'success',
            t('{name} added', { name: nameOf(user) }),
            invite === true
              ? {
                  detail:
                    user.email === null
                      ? t('The activation email is on its way to the user.')
                      : t('The activation email is on its way to {email}.', { email: user.email }),
                }
              : {},
          )
          close()
        }}
      >
        <Identity underEmail={shared && <SharedMailbox />} />
        <UserIdFollows />
        <Memberships />
        <Tick
          name="invite"
          label={t('Send the activation email now')}
          help={t('It has a link that works for 7 days. With it the user creates a passkey.')}
        />
        <Foot save={t('Add user')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
