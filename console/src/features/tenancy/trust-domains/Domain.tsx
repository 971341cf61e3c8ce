import { trustDomains, trustStatus } from '@claviger/contract/tenancy/trust-domains'
import type { TrustDomain } from '@claviger/contract/tenancy/trust-domains'
import { Button } from '@mantine/core'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'
import { DomainLine } from './DomainLine.tsx'
import { RemoveDomain } from './RemoveDomain.tsx'

function tell({ domain, status, reason }: TrustDomain): void {
  if (status === trustStatus.verified) toast('success', t('{domain} is verified', { domain }))
  else toast('warning', t('{domain} is not verified', { domain }), reason === null ? {} : { detail: reason })
}

export function Domain({ domain, write }: { domain: TrustDomain; write: boolean }) {
  const check = useWrite(trustDomains.check, { done: tell })
  if (!write) return <DomainLine domain={domain} />
  return (
    <DomainLine domain={domain}>
      {!domain.decided && (
        <Button
          variant="default"
          loading={check.isPending}
          onClick={() => check.mutate({ id: domain.id })}
          aria-label={t('Check now: {domain}', { domain: domain.domain })}
        >
          {t('Check now')}
        </Button>
      )}
      <RemoveDomain domain={domain} />
    </DomainLine>
  )
}
