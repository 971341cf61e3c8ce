import { securityKeys } from '@claviger/contract/keys/security-keys'
import type { KeyInfo } from '@claviger/contract/keys/security-keys'
import { IconKeyOff } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { OneRecord } from '#platform/ui/page/OneRecord.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { useCrumb } from '#shell/crumb.ts'
import { useSession } from '#shell/session.tsx'
import { TryAccess } from '#shell/TryAccess.tsx'
import { useKeyActs } from '#features/keys/key-acts/useKeyActs.tsx'
import { KeyStatus } from '../key-columns.tsx'
import { typeOf } from '#features/keys/key-labels.ts'
import { Passport } from './Passport.tsx'

function Head({ of, gone }: { of: KeyInfo; gone: () => void }) {
  const { can } = useSession()
  const { items, dialog } = useKeyActs(of, gone)
  return (
    <>
      <PageHead
        title={of.name}
        beside={
          <>
            <KeyStatus of={of} />
            {of.isDefault && <Tag tone="accent">{t('Default key')}</Tag>}
          </>
        }
        under={
          <>
            <span>{typeOf(of)}</span>
            <span>{of.owner.name}</span>
            <TryAccess user={of.owner.id} keyId={of.id} />
          </>
        }
        actions={
          can('keys.write') && <MoreMenu label={t('More actions for {name}', { name: of.name })}>{items}</MoreMenu>
        }
      />
      {dialog}
    </>
  )
}

export default function SecurityKeyPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const info = useRead(securityKeys.info, { id }, { quiet: true })
  useCrumb(info.data?.name)
  const go = useNavigate()
  const gone = () => void go({ to: '/dashboard/security-keys' } as never)
  const missing = {
    kind: t('Security key'),
    says: t('Security key not found'),
    why: t('The key or its owner was deleted, or the link is wrong.'),
    icon: IconKeyOff,
    to: '/dashboard/security-keys',
    back: t('Back to security keys'),
  }
  return (
    <OneRecord read={info} failed={t("We couldn't load this key")} missing={missing}>
      {found => (
        <>
          <Head of={found} gone={gone} />
          <Passport of={found} gone={gone} />
        </>
      )}
    </OneRecord>
  )
}
