import type { User } from '@claviger/contract/people/users'
import { simulations } from '@claviger/contract/rules/simulations'
import { IconAppWindow, IconWorld } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { t, Trans } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import classes from './access-map.module.css'

type Row = OutputOf<typeof simulations.accessOf.reply>['items'][number]

function why({ reason, policy }: Row): ReactNode {
  const named = policy && (
    <Link key="0" to={`/dashboard/policies/${policy.id}` as '/'}>
      {policy.name}
    </Link>
  )
  switch (reason) {
    case 'allowed':
      return named ? <Trans id="Policy <0/>" components={[named]} /> : t('Default policy')
    case 'policy':
      return named ? <Trans id="Blocked by <0/>" components={[named]} /> : t('Blocked by the default policy')
    case 'requirements':
      return named ? <Trans id="<0/> requires more" components={[named]} /> : t('A policy requires more')
    case 'not-assigned':
      return t('Not assigned to this user')
    case 'no-key':
      return t('The user has no usable key')
    case 'inactive':
      return t('The user is not active')
  }
}

/** Every application and site: allowed or refused, and why. */
export function AccessMap({ user }: { user: User }) {
  const { can } = useSession()
  const read = useRead(simulations.accessOf, { id: user.id }, { quiet: true })
  const { items = [], key } = read.data ?? {}
  return (
    <Card title={t('Access')} flush right={key && <span>{t('With {key}, from any network', { key: key.name })}</span>}>
      <Waiting on={read} what={t('the access')}>
        {items.length === 0 ? (
          <EmptyState
            title={t('No applications yet')}
            link={can('applications.read') && { to: '/dashboard/sso/apps', label: t('Open applications') }}
            icon={IconAppWindow}
          >
            {t('Applications and sites that the user can use appear here.')}
          </EmptyState>
        ) : (
          <ul className={`${classes.map ?? ''} cv-ruled`}>
            {items.map(row => {
              const Icon = row.application === null ? IconWorld : IconAppWindow
              const allowed = row.reason === 'allowed'
              return (
                <li key={row.application ?? row.name}>
                  <Icon size={16} stroke={1.6} aria-hidden />
                  <b className="cv-wrap">{row.name}</b>
                  <Status
                    shape={allowed ? 'disc' : row.reason === 'requirements' ? 'ring' : 'square'}
                    tone={allowed ? 'ok' : row.reason === 'requirements' ? 'warn' : 'bad'}
                  >
                    {allowed ? t('Allowed') : row.reason === 'requirements' ? t('Not allowed yet') : t('Refused')}
                  </Status>
                  <span className={`${classes.why ?? ''} cv-muted`}>{why(row)}</span>
                </li>
              )
            })}
          </ul>
        )}
      </Waiting>
    </Card>
  )
}
