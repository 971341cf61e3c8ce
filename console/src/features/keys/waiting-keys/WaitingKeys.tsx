import { waitingKeys } from '@claviger/contract/keys/waiting-keys'
import type { WaitingKey } from '@claviger/contract/keys/waiting-keys'
import { Box, Button } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { IconRow, IconRows } from '#platform/ui/list/IconRow.tsx'
import { ConfirmCall } from '#platform/ui/over/ConfirmCall.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { useSession } from '#shell/session.tsx'
import { kindOf } from '../key-labels.ts'
import { kindIcons } from '#features/people/users/keyKinds.ts'

function Row({ of, refuse }: { of: WaitingKey; refuse: () => void }) {
  const { me } = useSession()
  const Icon = kindIcons[of.type]
  const confirm = useWrite(waitingKeys.confirm, {
    done: () => toast('success', t('“{name}” now works for your account', { name: of.name })),
  })
  const mail = useWrite(waitingKeys.mail, { done: () => toast('success', t('We sent you a link by email')) })
  const byPasskey = me.passkeys > 0
  const yes = () => (byPasskey ? confirm.mutate({ id: of.id }) : mail.mutate({ id: of.id }))
  const says = byPasskey ? t('Confirm') : t('Confirm by email')
  const which = of.cardEnd === null ? of.name : `${of.name} …${of.cardEnd}`
  return (
    <IconRow
      icon={Icon && <Icon size={20} stroke={1.6} aria-hidden />}
      name={<strong>{of.name}</strong>}
      about={
        <>
          {kindOf(of.type)}
          {of.cardEnd !== null && ` …${of.cardEnd}`} · {t('added by {name}', { name: of.madeBy })} ·{' '}
          {of.opensFrom === null ? (
            <When at={of.since} as="ago" />
          ) : (
            <Trans id="works from <0/>" components={[<When key="0" at={of.opensFrom} />]} />
          )}
        </>
      }
      acts={
        <>
          {(byPasskey || of.opensFrom === null) && (
            <Button onClick={yes} loading={confirm.isPending || mail.isPending} aria-label={`${says}: ${which}`}>
              {says}
            </Button>
          )}
          <Button variant="default" onClick={refuse} aria-label={`${t("This wasn't me…")}: ${which}`}>
            {t("This wasn't me…")}
          </Button>
        </>
      }
    />
  )
}

export function WaitingKeys() {
  const list = useRead(waitingKeys.list, {}, { quiet: true })
  const [refusing, setRefusing] = useState<WaitingKey | null>(null)
  const close = () => setRefusing(null)
  const items = list.data?.items ?? []
  if (items.length === 0) return null
  return (
    <Card title={t('Are these keys yours?')} flush>
      <div className="cv-ruled">
        <Box component="p" className="cv-lead" p="12px 16px">
          {t(
            "These keys were added for you, or their verification was changed. They don't work until you confirm them.",
          )}
        </Box>
        <IconRows>
          {items.map(key => (
            <Row key={key.id} of={key} refuse={() => setRefusing(key)} />
          ))}
        </IconRows>
      </div>
      {refusing && (
        <ConfirmCall
          of={waitingKeys.refuse}
          input={{ id: refusing.id }}
          title={t('Suspend 1 security key?')}
          keep={t('Keep key')}
          act={t('Suspend 1 security key')}
          said={t('Security key suspended')}
          close={close}
        >
          <p>
            <strong>{t('“{name}” is suspended and will never work for your account.', { name: refusing.name })}</strong>
          </p>
          <p>{t('Your administrator can see this in the activity log. You will receive an email about it.')}</p>
        </ConfirmCall>
      )}
    </Card>
  )
}
