import { activitiesCounted } from '@claviger/contract/keys/security-keys'
import type { SecurityKey } from '@claviger/contract/keys/security-keys'
import { verifications } from '@claviger/contract/keys/token-policies'
import { Group } from '@mantine/core'
import { IconAlertTriangle, IconStar } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { count } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { keyIcons, lookOf, markOf, storageOf, typeOf, verificationOf } from '../key-labels.ts'
import type { CardStatus } from '../key-labels.ts'
import classes from '../keys.module.css'

export function KeyStatus({ of }: { of: CardStatus }) {
  const { word, ...shown } = lookOf(of)
  return <Status {...shown}>{word}</Status>
}

export function KeyName({ of }: { of: SecurityKey }) {
  const Icon = keyIcons[of.picture]
  return (
    <span className={`cv-named ${classes.name ?? ''}`}>
      <Icon size={18} stroke={1.6} aria-label={typeOf(of)} />
      <span className="cv-cut" title={`${of.name} · ${markOf(of)}`}>
        <b className="cv-plain">{of.name}</b> <span className="cv-muted">{markOf(of)}</span>
      </span>
      {of.isDefault && <IconStar size={14} stroke={1.8} aria-label={t('Default key')} />}
    </span>
  )
}

export function Verification({ of }: { of: SecurityKey }) {
  if (of.verification !== verifications.pinless) return <>{verificationOf(of)}</>
  return (
    <Group component="span" className="cv-warn" gap={6} display="inline-flex" wrap="nowrap">
      <IconAlertTriangle size={15} stroke={1.8} aria-hidden /> {verificationOf(of)}
    </Group>
  )
}

const uses = (key: SecurityKey) =>
  key.totalActivities >= activitiesCounted
    ? t('{count} or more', { count: count(key.totalActivities) })
    : count(key.totalActivities)

const column: Record<string, Column<SecurityKey>> = {
  name: {
    name: 'name',
    label: msg('Key'),
    sort: true,
    fixed: true,
    cell: key => <KeyName of={key} />,
    text: key => `${key.name} (${markOf(key)})`,
  },
  owner: {
    name: 'owner',
    label: msg('Owner'),
    sort: true,
    cell: key => (
      <Link to={`/dashboard/users/${key.owner.id}` as '/'} onClick={event => event.stopPropagation()}>
        {key.owner.name}
      </Link>
    ),
    text: key => key.owner.name,
  },
  status: {
    name: 'status',
    label: msg('Status'),
    width: '124px',
    cell: key => <KeyStatus of={key} />,
    text: key => lookOf(key).word,
  },
  verification: {
    name: 'verification',
    label: msg('Verification'),
    width: '156px',
    cell: key => <Verification of={key} />,
    text: verificationOf,
  },
  passkeys: {
    name: 'passkeys',
    label: msg('Passkeys'),
    width: '92px',
    right: true,
    cell: key => count(key.passkeys),
    text: key => String(key.passkeys),
  },
  activities: {
    name: 'activities',
    label: msg('Activities'),
    width: '104px',
    right: true,
    cell: uses,
    text: key => String(key.totalActivities),
  },
  lastActivity: {
    name: 'lastActivity',
    label: msg('Last activity'),
    sort: true,
    width: '148px',
    cell: key => <When at={key.lastActivity} />,
    text: key => key.lastActivity ?? '',
  },
  type: {
    name: 'type',
    label: msg('Type'),
    hidden: true,
    text: key => typeOf(key),
  },
  offline: {
    name: 'offline',
    label: msg('Offline sign-in'),
    hidden: true,
    cell: key => (key.offlineLogin ? t('Yes') : t('No')),
    text: key => String(key.offlineLogin),
  },
  storage: {
    name: 'storage',
    label: msg('Credential storage'),
    hidden: true,
    text: storageOf,
  },
  created: {
    name: 'created',
    label: msg('Issued'),
    sort: true,
    hidden: true,
    cell: key => <When at={key.createdAt} as="day" />,
    text: key => key.createdAt,
  },
}

export const keyColumns: readonly Column<SecurityKey>[] = Object.values(column)

export const keyLines = (key: SecurityKey): PhoneRow => ({
  name: key.name,
  status: <KeyStatus of={key} />,
  second: key.owner.name,
  secondRight: <When at={key.lastActivity} as="ago" />,
})
