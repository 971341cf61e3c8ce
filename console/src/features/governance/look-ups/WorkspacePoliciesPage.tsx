import { lookUps } from '@claviger/contract/governance/look-ups'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { OneWorkspace } from '#features/tenancy/workspaces/OneWorkspace.tsx'

function KeyPolicies({ id }: { id: string }) {
  const read = useRead(lookUps.tokenPolicies, { id })
  const items = read.data?.items ?? []
  return (
    <Card title={t('Key policies')}>
      <Waiting on={read} what={t('the key policies')}>
        {items.length === 0 ? (
          <p>{t('This workspace has no key policies.')}</p>
        ) : (
          <ul className="cv-stack">
            {items.map(({ name, isDefault }) => (
              <li key={name} className="cv-line cv-wrap">
                {name} {isDefault && <Tag>{t('Default')}</Tag>}
              </li>
            ))}
          </ul>
        )}
      </Waiting>
    </Card>
  )
}

export default function WorkspacePoliciesPage() {
  return <OneWorkspace>{({ id }) => <KeyPolicies id={id} />}</OneWorkspace>
}
