import { storedPasswords } from '@claviger/contract/keys/stored-passwords'
import type { StoredPassword } from '@claviger/contract/keys/stored-passwords'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { Copy } from '../../../ground/ui/bits/Copy.tsx'
import { Dialog } from '../../../ground/ui/over/Dialog.tsx'
import { fresh } from '../credentials/fresh.ts'
import classes from './passwords.module.css'

const shownFor = 60_000

/** Shows an own password after the passkey has confirmed, for a minute. */
export default function ShowPassword({ password, close }: { password: StoredPassword; close: () => void }) {
  const [text, setText] = useState<string | null>(null)
  const reveal = useWrite(storedPasswords.reveal, { through: fresh, done: reply => setText(reply.password) })
  useEffect(() => {
    if (text === null) return undefined
    const timer = setTimeout(close, shownFor)
    return () => clearTimeout(timer)
  }, [text, close])
  return (
    <Dialog open title={`Password of ${password.username}`} close={close}>
      <div className={classes.show}>
        {text === null ? (
          <p>Confirm with your passkey to read this password. Your workspace’s log will say that you did.</p>
        ) : (
          <div className={classes.value}>
            <code>{text}</code>
            <Copy value={text} what="password" />
          </div>
        )}
        <div className={classes.foot}>
          <Button variant="default" onClick={close}>
            Close
          </Button>
          {text === null && (
            <Button
              data-autofocus
              loading={reveal.isPending}
              onClick={() => reveal.mutate({ passwordId: password.id })}
            >
              Show password
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
