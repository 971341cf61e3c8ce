import { credentials } from '@claviger/contract/keys/credentials'
import { Box, Button, Group, Stack, TextInput } from '@mantine/core'
import type { CreationOptions } from '@claviger/contract/keys/ceremony'
import { IconDeviceLaptop, IconDeviceMobile, IconFingerprint, IconUsb } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#platform/data/call.ts'
import { refreshAfter } from '#platform/data/query.ts'
import { makePasskey } from '#platform/data/passkey-ceremony.ts'
import { isSilent } from '#platform/data/refusal.ts'
import { msg, t } from '#platform/text/text.ts'
import { OptionCards } from '#platform/ui/steps/OptionCards.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { toast } from '#platform/ui/over/toast.ts'

type Place = 'key' | 'phone' | 'here'

const places = [
  { value: 'key', label: msg('Security key'), help: msg('Plug it in or hold it to a reader'), icon: IconUsb },
  { value: 'phone', label: msg('Phone'), help: msg('Your browser shows a code to scan'), icon: IconDeviceMobile },
  {
    value: 'here',
    label: msg('This device'),
    help: msg('Use fingerprint, face, or screen lock code'),
    icon: IconDeviceLaptop,
  },
]
// Hints so that the browser offers the right kind of authenticator first (WebAuthn Level 3 §5.8.7)
const hints: Record<Place, string> = { key: 'security-key', phone: 'hybrid', here: 'client-device' }

function narrowed(creation: CreationOptions, place: Place | null): CreationOptions {
  if (place === null) return creation
  const authenticatorAttachment = place === 'here' ? 'platform' : 'cross-platform'
  const told = {
    ...creation,
    hints: [hints[place]],
    authenticatorSelection: { ...creation.authenticatorSelection, authenticatorAttachment } as const,
  }
  return told
}

async function add(name: string, place: Place | null) {
  const { session, authInfo } = await call(credentials.challenge, { purpose: 'add' }, { quiet: true })
  if (!authInfo.creation) throw new Error('The server offered no way to create a passkey')
  const made = await makePasskey(narrowed(authInfo.creation, place))
  return call(credentials.add, { ...made, session, ...(name === '' ? {} : { name }) }, { quiet: true })
}

export default function AddKeyPage() {
  const [name, setName] = useState('')
  const [place, setPlace] = useState<Place | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const client = useQueryClient()
  const go = useNavigate()

  async function create() {
    setBusy(true)
    setProblem(null)
    try {
      const { result } = await add(name.trim(), place)
      refreshAfter(client, credentials.list)
      toast('success', t('“{name}” added', { name: result.name }))
      await go({ to: '/dashboard/profile/security-keys' })
    } catch (fault) {
      if (!isSilent(fault)) setProblem((fault as Error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack
      component="form"
      gap={16}
      maw={600}
      onSubmit={event => {
        event.preventDefault()
        void create()
      }}
    >
      <PageHead title={t('Add security key')} />
      <p className="cv-lead">
        {t(
          'Choose where to save the passkey: on a security key, on a phone, or on this device. The passkey stays there. The server only stores its public key.',
        )}
      </p>
      <OptionCards
        label={t('Where to save the passkey')}
        of={places}
        value={place}
        pick={value => setPlace(value as Place)}
      />
      {problem && <Notice level="error">{problem}</Notice>}
      <TextInput
        label={
          <>
            {t('Name')}{' '}
            <Box component="span" className="cv-muted" fw={400}>
              {t('(optional)')}
            </Box>
          </>
        }
        placeholder={t('Blue key on my lanyard')}
        maxLength={100}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <Group gap={8} align="stretch" justify="flex-end" wrap="nowrap">
        <Button variant="default" disabled={busy} onClick={() => void go({ to: '/dashboard/profile/security-keys' })}>
          {t('Cancel')}
        </Button>
        <Button type="submit" loading={busy} leftSection={<IconFingerprint size={16} stroke={1.8} aria-hidden />}>
          {t('Create passkey')}
        </Button>
      </Group>
    </Stack>
  )
}
