import { account } from '@claviger/contract/access/account'
import { useState } from 'react'
import { Code } from '../../../ground/ui/fields/Code.tsx'
import { Foot } from '../../../ground/ui/form/Foot.tsx'
import { Form } from '../../../ground/ui/form/Form.tsx'
import { Email } from '../../../ground/ui/fields/Text.tsx'
import { Dialog } from '../../../ground/ui/over/Dialog.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'
import { Phone } from '../../../ground/ui/fields/Phone.tsx'
import { useSession } from '../../../shell/session.tsx'
import { fresh } from '../../keys/credentials/fresh.ts'

const words = {
  email: { title: 'Change email', save: 'Send code', done: 'Email changed' },
  phone: { title: 'Change phone', save: 'Send code', done: 'Phone changed' },
}

/** New address, then the code that was sent. */
export default function ContactChange({ what, close }: { what: 'email' | 'phone'; close: () => void }) {
  const { me } = useSession()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [start] = useState<Record<string, unknown>>(
    what === 'email' ? { email: '' } : { phoneNumber: me.phoneNumber ?? { countryCode: '', mobileNumber: '' } },
  )
  const { title, save, done } = words[what]
  return (
    <Dialog open title={title} close={close}>
      {sentTo === null ? (
        <Form
          key="address"
          of={account.changeContact}
          start={start}
          needed={what === 'email' ? 'email' : 'phoneNumber'}
          through={fresh}
          done={reply => setSentTo(reply.codeSentTo)}
        >
          {what === 'email' ? (
            <Email name="email" label="New email" autoFocus help="We send a code to this address." />
          ) : (
            <Phone name="phoneNumber" label="Phone" help="We send a code to your email." />
          )}
          <Foot save={save} cancel={{ do: close }} />
        </Form>
      ) : (
        <Form
          key="code"
          of={account.verifyContact}
          start={{ code: '' }}
          done={() => {
            toast('success', done)
            close()
          }}
        >
          <p>We sent six digits to {sentTo}</p>
          <Code name="code" label="Code" />
          <Foot save={title} cancel={{ do: close }} />
        </Form>
      )}
    </Dialog>
  )
}
