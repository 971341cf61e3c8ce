import { personalAccounts } from '@claviger/contract/people/personal-accounts'
import { t } from '#platform/text/text.ts'
import { Email } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { toast } from '#platform/ui/over/toast.ts'

const ofEmail = ['not-found', 'domain-unproven', 'email-taken', 'user-id-taken']
const start = { email: '' }

export default function AddPersonal({ close }: { close: () => void }) {
  return (
    <Dialog open title={t('Add personal account')} close={close}>
      <Form
        of={personalAccounts.addOwn}
        start={start}
        refused={(refusal, fields) => {
          if (!ofEmail.includes(refusal.code)) return false
          fields.fault('email', refusal.message)
          return true
        }}
        done={user => {
          toast('success', t('{name} added', { name: `${user.firstName} ${user.lastName}` }), {
            detail: t('The activation email is on its way.'),
          })
          close()
        }}
      >
        <Email
          name="email"
          label={t('Email')}
          autoFocus
          help={t(
            'A user who signed up on their own at one of your verified domains. They keep their personal account.',
          )}
        />
        <Foot save={t('Add user')} cancel={{ do: close }} />
      </Form>
    </Dialog>
  )
}
