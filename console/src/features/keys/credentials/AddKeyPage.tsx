import { credentials } from '@claviger/contract/keys/credentials'
import { Button, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../ground/data/call.ts'
import { CeremonyFault, makePasskey } from '../../../ground/data/ceremony.ts'
import { t } from '../../../ground/text/text.ts'
import { Notice } from '../../../ground/ui/page/Notice.tsx'
import { PageHead } from '../../../ground/ui/page/PageHead.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'
import { fresh } from './fresh.ts'
import classes from './keys.module.css'

async function add(name: string) {
  const { session, authInfo } = await call(credentials.challenge, { purpose: 'add' }, { quiet: true })
  if (!authInfo.creation) throw new Error('The server offered no way to create a passkey')
  const made = await makePasskey(authInfo.creation)
  return call(credentials.add, { ...made, session, ...(name === '' ? {} : { name }) }, { quiet: true })
}

/** Creates a passkey in a security key, a phone or this device, and stores it in the own account. */
export default function AddKeyPage() {
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const client = useQueryClient()
  const go = useNavigate()

  async function create() {
    setBusy(true)
    setProblem(null)
    try {
      const { result } = await fresh(() => add(name.trim()))
      for (const noun of ['credentials', 'account']) void client.invalidateQueries({ queryKey: [noun] })
      toast('success', t('“{name}” was added', { name: result.name }))
      await go({ to: '/dashboard/profile/security-keys' })
    } catch (fault) {
      if (!(fault instanceof CeremonyFault && fault.silent)) setProblem((fault as Error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      className={classes.narrow}
      onSubmit={event => {
        event.preventDefault()
        void create()
      }}
    >
      <PageHead title={t('Add a security key')} />
      <p className={classes.why}>
        {t(
          'Your browser asks where to keep the passkey: in a security key that you plug in or hold to the reader, in a phone, or in this device. It stays there; we only keep its public half.',
        )}
      </p>
      {problem && <Notice level="error">{problem}</Notice>}
      <TextInput
        label={
          <>
            {t('Name')} <span className={classes.optional}>{t('(optional)')}</span>
          </>
        }
        placeholder={t('Blue key on my lanyard')}
        maxLength={100}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button variant="default" disabled={busy} onClick={() => void go({ to: '/dashboard/profile/security-keys' })}>
          {t('Cancel')}
        </Button>
        <Button type="submit" loading={busy} leftSection={<IconFingerprint size={16} stroke={1.8} aria-hidden />}>
          {t('Create passkey')}
        </Button>
      </div>
    </form>
  )
}
