import { activityStatus } from '@claviger/contract/oversight/activity'
import { logActions, type ActivityAction } from '@claviger/contract/oversight/log-actions'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import type { SecurityKey } from '@claviger/contract/keys/security-keys'
import { IconActivity } from '@tabler/icons-react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { LogLink } from '#shell/LogLink.tsx'
import { useSession } from '#shell/session.tsx'
import classes from './passport.module.css'

const actionOf = (action: string): string => t(logActions[action as ActivityAction]?.label ?? action)

export function RecentUses({ of }: { of: Pick<SecurityKey, 'id' | 'name' | 'lastActivity'> }) {
  const read = useRead(securityKeys.uses, { id: of.id }, { quiet: true })
  const { can } = useSession()
  if (!can('activity.read')) return null
  const items = read.data?.recent ?? []
  return (
    <Card title={t('Recent uses of {name}', { name: of.name })} flush right={<LogLink id={of.id} name={of.name} />}>
      <Waiting on={read} what={t('the recent uses')}>
        {items.length === 0 ? (
          <EmptyState
            title={of.lastActivity === null ? t('Not used yet') : t('No logged uses')}
            link={{ to: '/dashboard/activity-logs', label: t('Open activity log') }}
            icon={IconActivity}
          >
            {of.lastActivity === null
              ? t('Sign-ins with this key appear here with site and computer.')
              : t('Its uses are not in the log, or are older than the log.')}
          </EmptyState>
        ) : (
          <ol className={`${classes.recent ?? ''} cv-ruled`}>
            {items.map(use => {
              const worked = use.status === activityStatus.succeeded
              return (
                <li key={use.id} title={use.reason ?? undefined}>
                  <Status shape="disc" tone={worked ? 'ok' : 'bad'}>
                    {worked ? t('Succeeded') : t('Failed')}
                  </Status>
                  <span>{use.site ?? actionOf(use.action)}</span>
                  <span>{use.computer?.name ?? use.ip}</span>
                  <When at={use.at} />
                </li>
              )
            })}
          </ol>
        )}
      </Waiting>
    </Card>
  )
}
