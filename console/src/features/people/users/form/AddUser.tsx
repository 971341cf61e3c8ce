import type { CardFormat } from '@claviger/contract/keys/card-numbers'
import { activations, keyAssignment } from '@claviger/contract/keys/key-assignment'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import { users } from '@claviger/contract/people/users'
import type { User } from '@claviger/contract/people/users'
import { useEffect, useRef, useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { useFormState } from '#platform/ui/form/context.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { isShownAtField, SharedMailbox } from './Conflict.tsx'
import { type CardField, FirstKey, type TypedCard } from './FirstKey.tsx'
import { GiveCard } from './GiveCard.tsx'
import { Identity, Memberships } from './UserFields.tsx'
import { nameOf } from '../user-status.ts'

const empty = {
  firstName: '',
  lastName: '',
  oneName: false,
  email: '',
  userId: '',
  employeeId: '',
  phoneNumber: null,
  groups: [],
  organizationUnits: [],
  sharesEmail: false,
  invite: true,
  card: null,
}

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

interface Adding {
  Card: CardField | undefined
  close: () => void
}

export default function AddUser({ Card, close }: Adding) {
  const [shared, setShared] = useState(false)
  const [added, setAdded] = useState<{ user: User; card: TypedCard } | null>(null)
  const assign = useWrite(keyAssignment.add, { quiet: true })
  const end = (user: User, detail?: string) => {
    toast('success', t('{name} added', { name: nameOf(user) }), detail === undefined ? {} : { detail })
    close()
  }
  const give = (user: User, { cardId, cardFormat }: TypedCard) =>
    assign.mutate(
      {
        userId: user.id,
        type: keyKinds.accessCard,
        activation: activations.now,
        cardId,
        ...(cardFormat === '' ? {} : { cardFormat: cardFormat as CardFormat }),
      },
      { onSuccess: () => end(user, t('The card is assigned and ready to use.')) },
    )
  const leave = () => (added ? end(added.user, t('No key assigned yet.')) : close())
  return (
    <Panel open title={t('Add user')} close={leave}>
      {added && Card ? (
        <GiveCard
          user={added.user}
          typed={added.card}
          Card={Card}
          give={card => give(added.user, card)}
          busy={assign.isPending}
          fault={assign.error}
          leave={leave}
        />
      ) : (
        <Form
          of={users.create}
          start={empty}
          faultsOf={({ card }) =>
            (card as TypedCard | null)?.cardId.trim() === '' ? { card: t('Card number is required') } : {}
          }
          refused={(refusal, fields) => {
            if (refusal.code === 'email-taken') setShared(true)
            return isShownAtField(refusal, fields)
          }}
          done={(user, { invite, card }) => {
            if (card) {
              setAdded({ user, card: card as TypedCard })
              give(user, card as TypedCard)
            } else if (invite !== true) end(user)
            else
              end(
                user,
                user.email === null
                  ? t('The activation email is on its way to the user.')
                  : t('The activation email is on its way to {email}.', { email: user.email }),
              )
          }}
        >
          <Identity underEmail={shared && <SharedMailbox />} />
          <UserIdFollows />
          <Memberships />
          <FirstKey Card={Card} />
          <Foot save={t('Add user')} cancel={{ do: close }} />
        </Form>
      )}
    </Panel>
  )
}
