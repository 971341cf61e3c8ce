import { keyKinds, keyStatus, traitsOf } from '@claviger/contract/keys/security-keys'
import type { KeyInfo } from '@claviger/contract/keys/security-keys'
import { verifications } from '@claviger/contract/keys/token-policies'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t, Trans } from '#platform/text/text.ts'
import { Copy } from '#platform/ui/bits/Copy.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { LogLink } from '#shell/LogLink.tsx'
import { Connected } from '#features/keys/sharing/Connected.tsx'
import { Verification } from '../key-columns.tsx'
import { kindOf, storageOf, waitsForOwner, whereWithoutPin } from '#features/keys/key-labels.ts'
import { Fingers } from '#features/keys/fingerprints/Fingers.tsx'
import { KeyPasskeys } from './KeyPasskeys.tsx'
import { Model } from './Model.tsx'
import classes from '#features/keys/keys.module.css'

const yesOrNo = (value: boolean) => (value ? t('Yes') : t('No'))

const ways: Record<number, () => string> = {
  1: () => t('Now'),
  2: () => t('By the user via email'),
  3: () => t('Later'),
}

function Settings({ of }: { of: KeyInfo }) {
  return (
    <Card title={t('Settings')}>
      <Facts
        of={[
          [t('Verification'), <Verification key="verification" of={of} />],
          ...(traitsOf(of.type).verifies === 'card' && of.verification === verifications.pin
            ? [
                [
                  t('PIN'),
                  of.pinDue ? t('The card holder sets a PIN at the next tap') : of.hasPin ? t('Set') : t('Not set'),
                ] as const,
              ]
            : []),
          ...(of.verification === verifications.pinless ? [[t('Without a PIN'), whereWithoutPin()] as const] : []),
          [t('Offline sign-in'), yesOrNo(of.offlineLogin)],
          ...(traitsOf(of.type).proximity ? [[t('Bluetooth proximity'), yesOrNo(of.proximity)] as const] : []),
          [t('Log key use'), yesOrNo(of.audit)],
          [t('Credential storage'), storageOf(of)],
          [t('Settings come from'), of.policy?.name ?? t('Workspace or this key only')],
        ]}
      />
    </Card>
  )
}

function Waits({ of }: { of: KeyInfo }) {
  return (
    <Notice level="warning">
      {t("{name} has administrative permissions. This key can't be used until {name} confirms that it is theirs.", {
        name: of.owner.name,
      })}{' '}
      {of.opensFrom !== null && (
        <Trans
          id="Confirmed by email. The key can be used from <0/>."
          components={[<When key="0" at={of.opensFrom} />]}
        />
      )}
    </Notice>
  )
}

function linkOf({ status, linkEndsAt }: KeyInfo): readonly (readonly [string, ReactNode])[] {
  if (linkEndsAt === null) return []
  if (new Date(linkEndsAt) > new Date()) return [[t('Link valid until'), <When key="link" at={linkEndsAt} />]]
  return status === keyStatus.pending ? [[t('Link'), t('Expired. Send the activation email again')]] : []
}

export function Passport({ of }: { of: KeyInfo }) {
  return (
    <div className={classes.columns}>
      <div className={classes.side}>
        {waitsForOwner(of) && <Waits of={of} />}
        <KeyPasskeys of={of} />
        {of.type === keyKinds.fingerprint && <Fingers of={of} />}
        <Settings of={of} />
      </div>
      <div className={classes.side}>
        <Model of={of} />
        <Card title={t('Details')} right={<LogLink id={of.id} name={of.name} />}>
          <Facts
            of={[
              [t('Type'), kindOf(of.type)],
              [
                t('Owner'),
                <Link key="owner" to={`/dashboard/users/${of.owner.id}` as '/'}>
                  {of.owner.name}
                </Link>,
              ],
              ...(of.cardId === null
                ? of.cardEnd === null
                  ? []
                  : [[t('Card ID'), t('ends in {end}', { end: of.cardEnd })] as const]
                : [
                    [
                      t('Card ID'),
                      <span key="card">
                        {of.cardId} <Copy value={of.cardId} what={t('card ID')} />
                      </span>,
                    ] as const,
                    [t('Card ID, decimal'), of.cardIdDecimal] as const,
                  ]),
              [t('Gives access to'), <Connected key="opens" of={of} />],
              [
                t('Assigned'),
                <Trans
                  key="made"
                  id="<0/> by {name}"
                  values={{ name: of.madeBy }}
                  components={[<When key="0" at={of.createdAt} />]}
                />,
              ],
              [t('Activation'), ways[of.activation]?.() ?? '—'],
              ...linkOf(of),
              [t('Activated'), of.activatedAt === null ? t('Cancel') : <When key="at" at={of.activatedAt} />],
              [t('Activities'), of.totalActivities === 0 ? t('None') : String(of.totalActivities)],
              [t('Last activity'), of.lastActivity === null ? t('Never') : <When key="at" at={of.lastActivity} />],
              ...(of.blockedAt === null ? [] : [[t('Blocked'), <When key="at" at={of.blockedAt} />] as const]),
            ]}
          />
        </Card>
      </div>
    </div>
  )
}
