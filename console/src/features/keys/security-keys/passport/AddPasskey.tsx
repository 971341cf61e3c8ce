import type { KeyPasskey } from '@claviger/contract/keys/security-keys'
import type { User } from '@claviger/contract/people/users'
import { messages } from '@claviger/contract/ground/messages'
import { Button, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { t, Trans } from '../../../../ground/text/text.ts'
import { Anchor } from '../../../../ground/ui/bits/Anchor.tsx'
import { Panel } from '../../../../ground/ui/over/Panel.tsx'
import { Notice } from '../../../../ground/ui/page/Notice.tsx'
import { nameOf } from '../../../people/users/status.ts'
import { useExtension, whenExtension } from '../../extension/extension.ts'
import classes from '../../keys.module.css'

/** The extension is waited for that long before something is said; milliseconds (R171). */
const patience = 8000

/** Is the extension there? Undefined while it may still answer; it is waited for all the same (R202). */
function usePresence(): boolean | undefined {
  const [present, setPresent] = useState<boolean>()
  useEffect(() => {
    const timer = setTimeout(() => setPresent(known => known ?? false), patience)
    const stop = whenExtension(() => setPresent(true))
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [])
  return present
}

function Instead({ present }: { present: boolean | undefined }) {
  if (present === undefined) return <p role="status">{t('Looking for the browser extension…')}</p>
  return (
    <Notice level="warning">
      <p>{t(messages['slow-operation'])}</p>
      <p>
        <Trans
          id="A passkey for another site is added with the browser extension. Get it under <0>Downloads</0>, set it up, then open this page again."
          components={[<Anchor key="downloads" href="/dashboard/downloads" />]}
        />
      </p>
    </Notice>
  )
}

interface AddPasskeyProps {
  user: User
  /** The passkeys of the user now; asked again while this is open. */
  passkeys: readonly KeyPasskey[]
  close: () => void
}

/** A drawer that hands a card of the user to the browser extension, with which sites add passkeys to it. */
export function AddPasskey({ user, passkeys, close }: AddPasskeyProps) {
  const name = nameOf(user)
  const present = usePresence()
  const handOver = useExtension()
  const [card, setCard] = useState('')
  const [busy, setBusy] = useState(false)
  const [given, setGiven] = useState(false)
  const [before] = useState(() => new Set(passkeys.map(one => one.id)))
  const added = passkeys.filter(one => !before.has(one.id))
  async function give() {
    setBusy(true)
    await handOver(card)
    setBusy(false)
    setGiven(true)
    setCard('')
  }
  return (
    <Panel open title={t('Add a passkey for {name}', { name })} close={close}>
      <form
        className={classes.parts}
        onSubmit={event => {
          event.preventDefault()
          if (card.trim() !== '') void give()
        }}
      >
        <p>
          {t(
            'You do it together with {name}, whose card and PIN are needed: the card keeps a passkey of another site before it is first used there.',
            { name },
          )}
        </p>
        {present !== true ? (
          <Instead present={present} />
        ) : (
          <>
            <TextInput
              label={t('Card of {name}', { name })}
              description={t('Hold it on the reader, which types its number')}
              value={card}
              maxLength={60}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
              onChange={event => setCard(event.currentTarget.value)}
            />
            <Button type="submit" variant={given ? 'default' : 'filled'} loading={busy}>
              {t('Hand the card to the extension')}
            </Button>
          </>
        )}
        <div role="status" className={classes.parts}>
          {given && (
            <ol className={classes.steps}>
              <li>{t('For one minute this browser answers with the card. After that, hand it over once more.')}</li>
              <li>{t('Open the site in a new tab and let {name} sign in there.', { name })}</li>
              <li>{t('Let the site add a passkey or security key. {name} types the PIN of the card.', { name })}</li>
            </ol>
          )}
          {added.map(one => (
            <Notice key={one.id} level="info">
              {t('Added: {site}', { site: one.rpId })}
            </Notice>
          ))}
        </div>
        <div className="cv-foot">
          <Button variant="default" onClick={close}>
            {added.length > 0 ? t('Done') : t('Close')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
