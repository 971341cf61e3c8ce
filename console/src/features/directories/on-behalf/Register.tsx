import { onBehalf, type OnBehalfService, serviceNames } from '@claviger/contract/directories/on-behalf'
import { messages } from '@claviger/contract/platform/messages'
import type { User } from '@claviger/contract/people/users'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Anchor } from '#platform/ui/bits/Anchor.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { isHidden } from '#shell/introductions.ts'
import { useSession } from '#shell/session.tsx'
import { nameOf } from '#features/people/users/user-status.ts'
import Introduction from './Introduction.tsx'
import { useSlow } from './slow-notice.ts'
import { onBehalfReasonText } from './on-behalf-labels.ts'
import over from '#platform/ui/over/over.module.css'

interface RegisterProps {
  user: User
  service: OnBehalfService
  close: () => void
}

export default function Register(props: RegisterProps) {
  const { me } = useSession()
  const page = props.service === 'entra' ? 'AutoMicrosoft' : 'AutoOkta'
  const [introduced, setIntroduced] = useState(() => isHidden(page, me.id))
  if (!introduced) return <Introduction of={page} go={() => setIntroduced(true)} close={props.close} />
  return <Asked {...props} />
}

function Asked({ user, service, close }: RegisterProps) {
  const name = nameOf(user)
  const at = serviceNames[service]
  const read = useRead(onBehalf.standing, { userId: user.id }, { quiet: true, fresh: 0 })
  const standing = read.data?.items.find(one => one.service === service)
  const make = useWrite(service === 'entra' ? onBehalf.entra : onBehalf.okta, {
    done() {
      toast('success', t('{name} has a passkey at {service}', { name, service: at }))
      close()
    },
  })
  const slow = useSlow(make.isPending)
  const there = standing?.passkey
  return (
    <Dialog open title={t('{service} passkey for {name}', { service: at, name })} close={close}>
      <div className={over.text}>
        <Waiting on={read} what={t('the preview')}>
          {standing && !standing.connected ? (
            <p className="cv-linked">
              <Trans
                id="{service} is not connected. Connect it under <0>Directories</0> first."
                values={{ service: at }}
                components={[<Anchor key="there" href="/dashboard/sync" />]}
              />
            </p>
          ) : there ? (
            <p>
              <Trans
                id="“{key}” already holds one. {by} registered it <0/>."
                values={{ key: there.securityKeyName, by: there.by }}
                components={[<When key="at" at={there.at} as="day" />]}
              />
            </p>
          ) : standing?.reason ? (
            <Notice level="warning">
              {name} {onBehalfReasonText(standing.reason)}.
            </Notice>
          ) : (
            <p>
              {t(
                'A passkey is created in the access card of {name} and registered at {service} in your name. {name} receives an email.',
                { name, service: at },
              )}
            </p>
          )}
        </Waiting>
        <div role="status">{slow && t(messages['slow-operation'])}</div>
      </div>
      <div className="cv-foot">
        <Button variant="default" onClick={close}>
          {there || standing?.reason ? t('Close') : t('Cancel')}
        </Button>
        {standing?.connected === true && !there && !standing.reason && (
          <Button loading={make.isPending} onClick={() => make.mutate({ userId: user.id })}>
            {t('Create passkey')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
