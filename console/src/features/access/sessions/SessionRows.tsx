import type { Session } from '@claviger/contract/access/sessions'
import { Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import {
  IconAsterisk,
  IconDoorEnter,
  IconFingerprint,
  IconLink,
  IconMail,
  IconMessage,
  IconPhone,
  IconPlayerPlay,
  IconTerminal2,
} from '@tabler/icons-react'
import { msg, t, Trans } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { IconRow, IconRows } from '#platform/ui/list/IconRow.tsx'

const methods: Record<Session['method'], { word: string; icon: Icon }> = {
  passkey: { word: msg('Passkey'), icon: IconFingerprint },
  code: { word: msg('Code'), icon: IconMail },
  sms: { word: msg('Text message'), icon: IconMessage },
  call: { word: msg('Phone call'), icon: IconPhone },
  password: { word: msg('Password'), icon: IconAsterisk },
  link: { word: msg('Link'), icon: IconLink },
  demo: { word: msg('Demo'), icon: IconPlayerPlay },
  external: { word: msg('Identity provider'), icon: IconDoorEnter },
  command: { word: msg('Command line'), icon: IconTerminal2 },
}

const wayIn = ({ method, key, openedBy, device }: Session) =>
  [t(methods[method].word), key, openedBy === null ? null : t('opened by {name}', { name: openedBy })]
    .filter(part => part !== null && part !== device)
    .join(' · ')

function About({ of }: { of: Session }) {
  const way = wayIn(of)
  return (
    <>
      {way}
      {way !== '' && of.ip !== '' && ' · '}
      <span className="cv-mono">{of.ip}</span>
      {(way !== '' || of.ip !== '') && <br />}
      <Trans id="signed in <0/>" components={[<When key="0" at={of.createdAt} as="ago" />]} /> ·{' '}
      <Trans id="seen <0/>" components={[<When key="0" at={of.lastSeenAt} as="ago" />]} />
    </>
  )
}

export function SessionRows({
  of,
  end,
  label = t('Sign out'),
}: {
  of: readonly Session[]
  end?: ((session: Session) => void) | undefined
  label?: string
}) {
  return (
    <IconRows>
      {of.map(session => {
        const { icon: Way } = methods[session.method]
        return (
          <IconRow
            key={session.id}
            icon={<Way size={20} stroke={1.6} aria-hidden />}
            name={
              <>
                <strong>{session.offlineFor ?? session.device}</strong>{' '}
                {session.current && <Tag tone="accent">{t('This session')}</Tag>}
              </>
            }
            about={<About of={session} />}
            menu={
              !session.current &&
              end && (
                <Button
                  variant="default"
                  onClick={() => end(session)}
                  aria-label={
                    session.offlineFor === null
                      ? t('Sign out {device}', { device: session.device })
                      : t('End access of {name}', { name: session.offlineFor })
                  }
                >
                  {label}
                </Button>
              )
            }
          />
        )
      })}
    </IconRows>
  )
}
