import { registration } from '@claviger/contract/access/registration'
import { Group } from '@mantine/core'
import { useRead } from '#platform/data/useRead.ts'
import { Trans } from '#platform/text/text.ts'
import { WorkspaceIcon } from '#platform/ui/bits/WorkspaceIcon.tsx'
import { referrer } from './referrer.ts'

/** The referring partner (R29); renders nothing if the referrer is unknown. */
export function Partner() {
  const from = referrer()
  const info = useRead(
    registration.partnerInfo,
    { referrer: from ?? '-' },
    { when: from !== null, quiet: true, fresh: 60_000 },
  )
  const partner = info.data?.partner
  if (!partner) return null
  return (
    <Group component="p" className="cv-quiet" gap={12} wrap="nowrap">
      <WorkspaceIcon name={partner.name} icon={partner.icon} size={32} />
      <span>
        <Trans id="Through <0>{name}</0>" values={{ name: partner.name }} components={[<strong key="0" />]} />
      </span>
    </Group>
  )
}
