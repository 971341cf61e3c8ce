import { keyKinds, keyStatus, traitsOf } from '@claviger/contract/keys/security-keys'
import type { KeyInfo } from '@claviger/contract/keys/security-keys'
import { verifications } from '@claviger/contract/keys/token-policies'
import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t, Trans } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { waitsForOwner, usesWithoutPinText } from '#features/keys/key-labels.ts'
import { Fingers } from '#features/keys/fingerprints/Fingers.tsx'
import { KeyPasskeys } from './KeyPasskeys.tsx'
import { KeyPassport } from './KeyPassport.tsx'
import { Model } from './Model.tsx'
import { RecentUses } from './RecentUses.tsx'

const yesOrNo = (value: boolean) => (value ? t('Yes') : t('No'))

const ways: Record<number, () => string> = {
  1: () => t('Now'),
  2: () => t('By the user via email'),
  3: () => t('Later'),
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

function Details({ of }: { of: KeyInfo }) {
  return (
    <Card title={t('Details')}>
      <Facts
        of={[
          [
            t('Owner'),
            <Link key="owner" to={`/dashboard/users/${of.owner.id}` as '/'}>
              {of.owner.name}
            </Link>,
          ],
          ...(of.cardId === null && of.cardEnd !== null
            ? [[t('Card ID'), t('ends in {end}', { end: of.cardEnd })] as const]
            : []),
          ...(of.verification === verifications.pinless ? [[t('Without a PIN'), usesWithoutPinText()] as const] : []),
          ...(traitsOf(of.type).proximity ? [[t('Bluetooth proximity'), yesOrNo(of.proximity)] as const] : []),
          [t('Log key use'), yesOrNo(of.audit)],
          [t('Settings come from'), of.policy?.name ?? t('Workspace or this key only')],
          [t('Activation'), ways[of.activation]?.() ?? '—'],
          ...linkOf(of),
          ...(of.blockedAt === null ? [] : [[t('Blocked'), <When key="at" at={of.blockedAt} />] as const]),
        ]}
      />
    </Card>
  )
}

export function Passport({ of, gone }: { of: KeyInfo; gone: () => void }) {
  return (
    <Grid columns="minmax(0, 3fr) minmax(0, 2fr)" align="start" below={1200}>
      <div className="cv-in-order">
        <Stack gap={16}>
          {waitsForOwner(of) && <Waits of={of} />}
          <KeyPassport of={of} gone={gone} />
          <RecentUses of={of} />
        </Stack>
        <Stack gap={16}>
          <div className="cv-in-order">
            {of.type === keyKinds.fingerprint && <Fingers of={of} />}
            <KeyPasskeys of={of} />
            <Details of={of} />
            <Model of={of} />
          </div>
        </Stack>
      </div>
    </Grid>
  )
}
