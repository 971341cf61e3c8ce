import type { KeyPasskey } from '@claviger/contract/keys/security-keys'
import type { User } from '@claviger/contract/people/users'
import { messages } from '@claviger/contract/platform/messages'
import { Button, Stack, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { t, Trans } from '#platform/text/text.ts'
import { Anchor } from '#platform/ui/bits/Anchor.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { nameOf } from '#features/people/users/user-status.ts'
import { useExtension, whenExtension } from '#features/keys/extension/extension.ts'

/** How long to wait for the extension before a message appears; milliseconds (R171). */
const patience = 8000

/** Is the extension present? Undefined while it may still answer; waiting continues after the message (R202). */
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
          id="To add a passkey for another site, you need the browser extension. Download it from <0>Downloads</0>, set it up, and open this page again."
          components={[<Anchor key="downloads" href="/dashboard/downloads" />]}
        />
      </p>
    </Notice>
  )
}

interface AddPasskeyProps {
  user: User
  passkeys: readonly KeyPasskey[]
  close: () => void
}

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
      <Stack
        component="form"
        className="cv-linked"
        gap={16}
        onSubmit={event => {
          event.preventDefault()
          if (card.trim() !== '') void give()
        }}
      >
        <p>
          {t(
            'Do this together with {name}, because you need their card and PIN. The card stores a passkey for another site before its first use there.',
            { name },
          )}
        </p>
        {present !== true ? (
          <Instead present={present} />
        ) : (
          <>
            <TextInput
              label={t('Card of {name}', { name })}
              description={t('Hold the card to the reader, which enters its number')}
              value={card}
              maxLength={60}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
              onChange={event => setCard(event.currentTarget.value)}
            />
            <Button type="submit" variant={given ? 'default' : 'filled'} loading={busy}>
              {t('Send card to extension')}
            </Button>
          </>
        )}
        <Stack role="status" className="cv-linked" gap={16}>
          {given && (
            <Stack component="ol" className="cv-bullets cv-lead" gap={6}>
              <li>{t('This browser uses the card for one minute. After that, send it again.')}</li>
              <li>{t('Open the site in a new tab and have {name} sign in there.', { name })}</li>
              <li>{t('Add a passkey or security key at the site. {name} enters the PIN of the card.', { name })}</li>
            </Stack>
          )}
          {added.map(one => (
            <Notice key={one.id} level="info">
              {t('Added: {site}', { site: one.rpId })}
            </Notice>
          ))}
        </Stack>
        <div className="cv-foot">
          <Button variant="default" onClick={close}>
            {added.length > 0 ? t('Done') : t('Close')}
          </Button>
        </div>
      </Stack>
    </Panel>
  )
}
