import { storedPasswords } from '@claviger/contract/keys/stored-passwords'
import type { StoredPassword } from '@claviger/contract/keys/stored-passwords'
import { Button, Group, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Value } from '#platform/ui/bits/Value.tsx'
import { Dialog } from '#platform/ui/over/Dialog.tsx'

const shownFor = 60_000

/** Reveals the user's own password for one minute after a passkey confirmation. */
export default function ShowPassword({ password, close }: { password: StoredPassword; close: () => void }) {
  const [text, setText] = useState<string | null>(null)
  const reveal = useWrite(storedPasswords.reveal, { done: reply => setText(reply.password) })
  useEffect(() => {
    if (text === null) return undefined
    const timer = setTimeout(close, shownFor)
    return () => clearTimeout(timer)
  }, [text, close])
  return (
    <Dialog open title={t('Password of {username}', { username: password.username })} close={close}>
      <Stack gap={16}>
        {text === null ? (
          <p>
            {t("Confirm with your passkey to view this password. This is recorded in your workspace's activity log.")}
          </p>
        ) : (
          <Value of={text} what={t('password')} />
        )}
        <Group gap={8} align="stretch" justify="flex-end" wrap="nowrap">
          <Button variant="default" onClick={close}>
            {t('Close')}
          </Button>
          {text === null && (
            <Button
              data-autofocus
              loading={reveal.isPending}
              onClick={() => reveal.mutate({ passwordId: password.id })}
            >
              {t('Show password')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}
