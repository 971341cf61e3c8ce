import { Button, Checkbox, Stack } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { useState } from 'react'
import { msg, t } from '#platform/text/text.ts'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { hidePage, type Introduction as Page } from '#shell/introductions.ts'
import { useSession } from '#shell/session.tsx'
import over from '#platform/ui/over/over.module.css'

type Known = Exclude<Page, 'OUSuccess'>

const says: Record<Known, { title: string; lead: string; steps: readonly string[] }> = {
  AutoMicrosoft: {
    title: msg('Microsoft passkey'),
    lead: msg(
      "Claviger creates a passkey in the user's access card and registers it in Entra ID. The user can sign in with the card immediately.",
    ),
    steps: [
      msg('The user was imported from Entra ID and has an access card with a PIN.'),
      msg(
        "In Entra ID, the method “Passkey (FIDO2)” is on, self-service setup is allowed, and attestation isn't enforced.",
      ),
      msg(
        'The API application has the permissions UserAuthMethod-Passkey.ReadWrite.All and RoleManagement.Read.Directory.',
      ),
    ],
  },
  AutoOkta: {
    title: msg('Okta passkey'),
    lead: msg(
      "Claviger creates a passkey in the user's access card and enrolls it in Okta. The user can sign in with the card immediately.",
    ),
    steps: [
      msg('The user was imported from Okta and has an access card.'),
      msg('In Okta, the authenticator “FIDO2 (WebAuthn)” is active.'),
      msg('The API application has the scopes okta.users.manage and okta.roles.read.'),
    ],
  },
  OthersPasskey: {
    title: msg('Passkey at another site'),
    lead: msg(
      "You sign in to the site together with the user. The browser extension creates the passkey in the user's card.",
    ),
    steps: [
      msg('The extension is set up in this browser.'),
      msg("Use a private window, so that the site doesn't mix up your session with the user's."),
      msg('The user is with you and has the card and its PIN.'),
    ],
  },
}

/** Prerequisites for registering a passkey on behalf of a user; can be hidden permanently (R203). */
export default function Introduction({ of, go, close }: { of: Known; go: () => void; close: () => void }) {
  const { me } = useSession()
  const [hide, setHide] = useState(false)
  const { title, lead, steps } = says[of]
  return (
    <Dialog open title={t(title)} close={close}>
      <div className={over.text}>
        <p>{t(lead)}</p>
        <Stack component="ul" className="cv-bullets" gap={6}>
          {steps.map(step => (
            <li key={step}>{t(step)}</li>
          ))}
        </Stack>
        <Checkbox
          size="xs"
          label={t("Don't show this again")}
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
