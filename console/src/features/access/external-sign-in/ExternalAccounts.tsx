import { externalSignIn } from '@claviger/contract/access/external-sign-in'
import { Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '../../../ground/data/useRead.ts'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t, Trans } from '../../../ground/text/text.ts'
import { When } from '../../../ground/ui/bits/When.tsx'
import { IconRow, IconRows } from '../../../ground/ui/list/IconRow.tsx'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'
import { Card } from '../../../ground/ui/page/Card.tsx'

/** Own accounts at identity providers, each to be disconnected; nothing for whoever has none. */
export function ExternalAccounts() {
  const accounts = useRead(externalSignIn.mine, {}, { quiet: true })
  const [leaving, setLeaving] = useState<{ id: string; name: string } | null>(null)
  const close = () => setLeaving(null)
  const disconnect = useWrite(externalSignIn.disconnect, {
    done() {
      toast('success', t('{name} disconnected', { name: leaving?.name ?? '' }))
      close()
    },
  })
  const items = accounts.data?.items ?? []
  if (items.length === 0) return null
  return (
    <Card title={t('Accounts at identity providers')} flush>
      <IconRows>
        {items.map(({ id, name, linkedAt }) => (
          <IconRow
            key={id}
            icon={<IconPlugConnected size={20} stroke={1.6} aria-hidden />}
            name={<strong>{name}</strong>}
            about={<Trans id="connected <0/>" components={[<When key="0" at={linkedAt} as="day" />]} />}
            menu={
              <Button
                variant="default"
                onClick={() => setLeaving({ id, name })}
                aria-label={t('Disconnect {name}', { name })}
              >
                {t('Disconnect…')}
              </Button>
            }
          />
        ))}
      </IconRows>
      {leaving && (
        <Confirm
          open
          title={t('Disconnect “{name}”?', { name: leaving.name })}
          keep={t('Keep')}
          act={t('Disconnect')}
          busy={disconnect.isPending}
          close={close}
          confirm={() => disconnect.mutate({ id: leaving.id }, { onError: close })}
        >
          <p>{t('You are no longer signed in by it, and are signed out where you were. Keep another way in.')}</p>
        </Confirm>
      )}
    </Card>
  )
}
