import { account } from '@claviger/contract/access/account'
import { useState } from 'react'
import { msg, t } from '#platform/text/text.ts'
import { Code } from '#platform/ui/fields/Code.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Email } from '#platform/ui/fields/Text.tsx'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Phone } from '#platform/ui/fields/Phone.tsx'
import { useSession } from '#shell/session.tsx'

const words = {
  email: { title: msg('Change email'), save: msg('Send code'), done: msg('Email changed') },
  phone: { title: msg('Change phone'), save: msg('Send code'), done: msg('Phone changed') },
}

export default function ContactChange({ what, close }: { what: 'email' | 'phone'; close: () => void }) {
  const { me } = useSession()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [start] = useState<Record<string, unknown>>(
    what === 'email' ? { email: '' } : { phoneNumber: me.phoneNumber ?? { countryCode: '', mobileNumber: '' } },
  )
  const { title, save, done } = words[what]
  return (
    <Dialog open title={t(title)} close={close}>
      {sentTo === null ? (
        <Form
          key="address"
          of={account.changeContact}
          start={start}
          needed={what === 'email' ? 'email' : 'phoneNumber'}
          done={reply => setSentTo(reply.codeSentTo)}
        >
          {what === 'email' ? (
            <Email name="email" label={t('New email')} autoFocus help={t("We'll send a code to this address")} />
          ) : (
            <Phone name="phoneNumber" label={t('Phone')} help={t("We'll send a code to your email")} />
          )}
          <Foot save={t(save)} cancel={{ do: close }} />
        </Form>
      ) : (
        <Form
          key="code"
          of={account.verifyContact}
          start={{ code: '' }}
          done={() => {
            toast('success', t(done))
            close()
          }}
        >
          <p>{t('We sent a 6-digit code to {email}', { email: sentTo })}</p>
          <Code name="code" label={t('Code')} />
          <Foot save={t(title)} cancel={{ do: close }} />
        </Form>
      )}
    </Dialog>
  )
}
