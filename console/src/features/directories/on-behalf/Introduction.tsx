import { Button, Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { useState } from 'react'
import { msg, t } from '../../../ground/text/text.ts'
import { Dialog } from '../../../ground/ui/over/Dialog.tsx'
import { hidePage, type Introduction as Page } from '../../../shell/introductions.ts'
import { useSession } from '../../../shell/session.tsx'
import over from '../../../ground/ui/over/over.module.css'
import classes from './on-behalf.module.css'

type Known = Exclude<Page, 'OUSuccess'>

const says: Record<Known, { title: string; lead: string; steps: readonly string[] }> = {
  AutoMicrosoft: {
    title: msg('A passkey at Microsoft'),
    lead: msg(
      'Claviger makes a passkey in the access card of the user and registers it in Entra ID. The user signs in with the card at once.',
    ),
    steps: [
      msg('The user was imported from Entra ID and has an access card with a PIN.'),
      msg(
        'The method “Passkey (FIDO2)” is switched on there, with self-service set up and without enforced attestation.',
      ),
      msg('The API application may UserAuthMethod-Passkey.ReadWrite.All and RoleManagement.Read.Directory.'),
    ],
  },
  AutoOkta: {
    title: msg('A passkey at Okta'),
    lead: msg(
      'Claviger makes a passkey in the access card of the user and enrolls it in Okta. The user signs in with the card at once.',
    ),
    steps: [
      msg('The user was imported from Okta and has an access card.'),
      msg('The authenticator “FIDO2 (WebAuthn)” is active there.'),
      msg('The API application may okta.users.manage and okta.roles.read.'),
    ],
  },
  OthersPasskey: {
    title: msg('A passkey at any other site'),
    lead: msg('The browser extension answers a site with the card of the user, while you sign in there together.'),
    steps: [
      msg('The extension is set up in this browser.'),
      msg('Use a private window, so that the site does not take you for the user.'),
      msg('The user is with you, with card and PIN.'),
    ],
  },
}

/** What is needed before a passkey is registered for somebody; can be hidden for good (R203). */
export default function Introduction({ of, go, close }: { of: Known; go: () => void; close: () => void }) {
  const { me } = useSession()
  const [hide, setHide] = useState(false)
  const { title, lead, steps } = says[of]
  return (
    <Dialog open title={t(title)} close={close}>
      <div className={over.text}>
        <p>{t(lead)}</p>
        <ul className={classes.steps}>
          {steps.map(step => (
            <li key={step}>{t(step)}</li>
          ))}
        </ul>
        <Checkbox
          size="xs"
          label={t('Don’t show this again')}
          checked={hide}
          onChange={event => setHide(event.currentTarget.checked)}
        />
      </div>
      <div className="cv-foot">
        <Button variant="default" onClick={close}>
          {t('Cancel')}
        </Button>
        <Button
          data-autofocus
          onClick={() => {
            if (hide) hidePage(of, me.id)
            go()
          }}
        >
          {t('Continue')}
        </Button>
      </div>
    </Dialog>
  )
}
