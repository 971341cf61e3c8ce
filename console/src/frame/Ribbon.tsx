import { account } from '@claviger/contract/access/account'
import { administrators } from '@claviger/contract/tenancy/administrators'
import { CloseButton, UnstyledButton } from '@mantine/core'
import { IconAlertCircle, IconClockExclamation, IconCrown, IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { readAhead, useRead } from '../platform/data/useRead.ts'
import { t, Trans } from '../platform/text/text.ts'
import { When } from '../platform/ui/bits/When.tsx'
import { type Session, useSession } from '../shell/session.tsx'
import { useOnline } from './useOnline.ts'
import classes from './ribbon.module.css'

const icons = { info: IconInfoCircle, warning: IconClockExclamation, error: IconAlertCircle, offer: IconCrown }
const tones = { info: undefined, warning: 'warn', error: 'bad' }
const mark = (id: string) => `ribbon:${id}`
const every = 300_000
const gravity: readonly Notice['level'][] = ['error', 'warning', 'info']

interface Notice {
  id: string
  level: 'info' | 'warning' | 'error'
  icon: keyof typeof icons
  says: ReactNode
}

/** Loads the notices before the first render: a late notice would shift the whole page down. */
export const prefetchNotices = (can: Session['can']): Promise<unknown> =>
  Promise.all([
    readAhead(administrators.pendingOwner, {}),
    can('workspace.read') ? readAhead(account.ribbon, {}) : undefined,
  ])

function useNotices(): Notice[] {
  const { can, me } = useSession()
  const offer = useRead(administrators.pendingOwner, {}, { quiet: true, every })
  const ribbon = useRead(account.ribbon, {}, { when: can('workspace.read'), quiet: true, every })
  const change = offer.data?.change
  const offered: Notice[] =
    change?.toMe !== true
      ? []
      : [
          {
            id: `offer:${change.endsAt}`,
            level: 'info',
            icon: 'offer',
            says: (
              <Trans
                id="{name} wants you to become the owner of {workspace}. The offer expires <0/>. <1>Accept or decline</1>"
                values={{ name: change.from.name, workspace: me.workspace.name }}
                components={[
                  <When key="ends" at={change.endsAt} as="day" />,
                  <Link key="answer" to="/dashboard/ownership" />,
                ]}
              />
            ),
          },
        ]
  const role = offer.data?.role ?? null
  const offeredRole: Notice[] =
    role === null
      ? []
      : [
          {
            id: `role:${role.role}:${role.givenBy}`,
            level: 'info',
            icon: 'offer',
            says: (
              <Trans
                id="{name} offers you a role in {workspace}. <0>Accept or decline</0>"
                values={{ name: role.givenBy, workspace: me.workspace.name }}
                components={[<Link key="answer" to="/dashboard/role" />]}
              />
            ),
          },
        ]
  const told = (ribbon.data?.notices ?? []).map(({ id, level, text, action }) => ({
    id,
    level,
    icon: level,
    says: (
      <>
        {text} {action && <a href={action.href}>{action.label}</a>}
      </>
    ),
  }))
  return [...offered, ...offeredRole, ...told]
}

function Line({ of, close, more }: { of: Notice; close: (of: Notice) => void; more?: ReactNode }) {
  const Icon = icons[of.icon]
  return (
    <div className={`cv-line cv-panel ${classes.ribbon}`} data-tone={tones[of.level]}>
      <Icon size={17} stroke={1.7} aria-hidden />
      <span className="cv-fill">{of.says}</span>
      {more}
      <CloseButton size="sm" aria-label={t('Dismiss this notice')} onClick={() => close(of)} />
    </div>
  )
}

export function Ribbon() {
  const { offlineSince } = useOnline()
  const [closed, setClosed] = useState(0)
  const [listed, setListed] = useState(false)
  const list = useId()
  const notices = useNotices()
    .filter(({ id }) => sessionStorage.getItem(mark(id)) === null)
    .toSorted((one, other) => gravity.indexOf(one.level) - gravity.indexOf(other.level))
  if (offlineSince)
    return (
      <div className={`cv-line cv-panel ${classes.ribbon}`} data-tone="warn" role="status">
        <IconAlertCircle size={17} stroke={1.7} aria-hidden />
        <span className="cv-fill">{t("You're offline. Showing data from {time}.", { time: offlineSince })}</span>
      </div>
    )
  const [first, ...others] = notices
  if (!first) return null
  const close = ({ id }: Notice) => {
    sessionStorage.setItem(mark(id), '1')
    setClosed(closed + 1)
  }
  const more = others.length > 0 && (
    <UnstyledButton
      className={classes.more}
      aria-expanded={listed}
      aria-controls={list}
      onClick={() => setListed(!listed)}
    >
      {listed ? t('Show less') : t('{count} more', { count: others.length })}
    </UnstyledButton>
  )
  return (
    <div role="status" data-closed={closed}>
      <Line of={first} close={close} more={more} />
      <ul id={list} className={classes.list} hidden={!listed || others.length === 0} aria-label={t('More notices')}>
        {others.map(one => (
          <li key={one.id}>
            <Line of={one} close={close} />
          </li>
        ))}
      </ul>
    </div>
  )
}
