import { secretSet, type User } from '@claviger/contract/people/users'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { useSession } from '#shell/session.tsx'
import { useAttributeNames } from '#features/tenancy/workspace-settings/attributeNames.ts'
import { WaitingAddress } from '../addresses/WaitingAddress.tsx'
import { RefusedLately, refusedInWords, useRefusals } from './Refusals.tsx'
import SendRecovery from './SendRecovery.tsx'
import { UserStatus } from './UserStatus.tsx'
import { mayBeLost, nextStep, reasonOf } from './user-status.ts'
import { useSendMail } from './useSendMail.ts'
import { useSource } from './useSource.ts'
import classes from './users.module.css'

const None = () => <span className={classes.none}>{t('None')}</span>

const attributes = (user: User, nameOf: (place: number) => string) =>
  ([user.scimAttribute1, user.scimAttribute2, user.scimAttribute3, user.scimAttribute4, user.scimAttribute5] as const)
    .map((value, index): [string, ReactNode] => [nameOf(index), value === secretSet ? t('Set, hidden') : value])
    .filter(([, value]) => value !== null && value !== '')

/** What the user can do now, in one sentence, with the last refusal and what helps. */
function StatusCard({ user }: { user: User }) {
  const { can } = useSession()
  const { send, busy } = useSendMail()
  const [recovering, setRecovering] = useState(false)
  const [last] = useRefusals(user.id)
  const write = can('users.write')
  const next = write ? nextStep(user) : null
  return (
    <Card title={t('Status')}>
      <div className={classes.standing}>
        <UserStatus status={user.status} />
        <p>{reasonOf(user)}</p>
        {last && <p className={classes.refused}>{refusedInWords(last)}</p>}
        <div className="cv-row">
          {next && (
            <Button variant="default" loading={busy} onClick={() => send(user)}>
              {next}
            </Button>
          )}
          {write && mayBeLost(user) && (
            <Button variant="default" onClick={() => setRecovering(true)}>
              {t('Send recovery email…')}
            </Button>
          )}
          {can('keys.write') && user.keys > 0 && (
            <Button component={Link} to={`/dashboard/users/${user.id}/security-keys` as '/'} variant="default">
              {t('Reset a PIN')}
            </Button>
          )}
          {write && (
            <Button component={Link} to={`/dashboard/users/${user.id}/sessions` as '/'} variant="default">
              {t('End sessions')}
            </Button>
          )}
        </div>
      </div>
      {recovering && <SendRecovery user={user} close={() => setRecovering(false)} />}
    </Card>
  )
}

/** Status and details of a user; `access` shows what they can use. */
export function UserInfo({ user, access }: { user: User; access: ReactNode }) {
  const nameOfAttribute = useAttributeNames()
  const source = useSource(user)
  const named = (items: readonly { name: string }[]) =>
    items.length === 0 ? <None /> : items.map(({ name }) => name).join(', ')
  return (
    <div className={classes.columns}>
      <div className={classes.side}>
        <StatusCard user={user} />
        {access}
        <RefusedLately user={user} />
      </div>
      <div className={classes.side}>
        <Card title={t('Details')}>
          <WaitingAddress user={user} />
          <Facts
            of={[
              [t('First name'), user.firstName],
              [t('Last name'), user.lastName],
              [t('User ID'), user.userId],
              [t('Employee ID'), user.employeeId ?? <None key="none" />],
              [
                t('Email'),
                <>
                  {user.email ?? <None />} {user.sharesEmail && <Tag>{t('Shared mailbox')}</Tag>}
                </>,
              ],
              [
                t('Phone'),
                user.phoneNumber ? (
                  `${user.phoneNumber.countryCode} ${user.phoneNumber.mobileNumber}`
                ) : (
                  <None key="none" />
                ),
              ],
              [t('Groups'), named(user.groups)],
              [t('Organization units'), named(user.organizationUnits)],
              [t('Source'), source],
              ...attributes(user, nameOfAttribute),
            ]}
          />
        </Card>
        <Card title={t('History')}>
          <Facts
            of={[
              [t('Created'), <When key="at" at={user.createdAt} />],
              [t('Changed'), <When key="at" at={user.updatedAt} />],
              [t('Activation email'), user.invitedAt === null ? t('Not sent') : <When key="at" at={user.invitedAt} />],
              [t('Last sign-in'), user.lastSignInAt === null ? t('Never') : <When key="at" at={user.lastSignInAt} />],
              [t('Keys'), user.keys === 0 ? <None key="none" /> : String(user.keys)],
            ]}
          />
        </Card>
      </div>
    </div>
  )
}
