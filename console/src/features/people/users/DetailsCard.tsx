import { secretSet, type User } from '@claviger/contract/people/users'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { useAttributeNames } from '#features/tenancy/workspace-settings/attributeNames.ts'
import { WaitingAddress } from '../addresses/WaitingAddress.tsx'
import { useSource } from './useSource.ts'

const None = () => <span className="cv-muted">{t('None')}</span>

const attributes = (user: User, nameOf: (place: number) => string) =>
  ([user.scimAttribute1, user.scimAttribute2, user.scimAttribute3, user.scimAttribute4, user.scimAttribute5] as const)
    .map((value, index): [string, ReactNode] => [nameOf(index), value === secretSet ? t('Set, hidden') : value])
    .filter(([, value]) => value !== null && value !== '')

export function DetailsCard({ user }: { user: User }) {
  const nameOfAttribute = useAttributeNames()
  const source = useSource(user)
  return (
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
            user.phoneNumber ? `${user.phoneNumber.countryCode} ${user.phoneNumber.mobileNumber}` : <None key="none" />,
          ],
          [t('Source'), source],
          ...attributes(user, nameOfAttribute),
          [t('Created'), <When key="at" at={user.createdAt} />],
          [t('Changed'), <When key="at" at={user.updatedAt} />],
          [t('Activation email'), user.invitedAt === null ? t('Not sent') : <When key="at" at={user.invitedAt} />],
        ]}
      />
    </Card>
  )
}
