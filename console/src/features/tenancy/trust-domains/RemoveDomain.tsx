import { trustDomains } from '@claviger/contract/tenancy/trust-domains'
import type { TrustDomain } from '@claviger/contract/tenancy/trust-domains'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { toast } from '#platform/ui/over/toast.ts'

export function RemoveDomain({ domain, workspace }: { domain: TrustDomain; workspace?: string }) {
  const [asking, setAsking] = useState(false)
  const told = {
    done() {
      toast('success', t('{domain} removed', { domain: domain.domain }))
      setAsking(false)
    },
  }
  const own = useWrite(trustDomains.remove, told)
  const any = useWrite(trustDomains.removeFrom, told)
  const remove = () =>
    workspace === undefined ? own.mutate({ id: domain.id }) : any.mutate({ id: workspace, domainId: domain.id })
  return (
    <>
      <Button
        variant="default"
        onClick={() => setAsking(true)}
        aria-label={t('Remove {domain}…', { domain: domain.domain })}
      >
        {t('Remove…')}
      </Button>
      <Confirm
        open={asking}
        title={t('Remove 1 domain?')}
        keep={t('Keep domain')}
        act={t('Remove 1 domain')}
        busy={own.isPending || any.isPending}
        close={() => setAsking(false)}
        confirm={remove}
      >
        <p>
          {workspace === undefined ? (
            <Trans
              id="<0>{domain} no longer belongs to your workspace.</0> Another workspace can verify it. To add it again, you need a new record."
              values={{ domain: domain.domain }}
              components={[<strong key="gone" />]}
            />
          ) : (
            <Trans
              id="<0>{domain} no longer belongs to this workspace.</0> Another workspace can verify it. To add it again, you need a new record."
              values={{ domain: domain.domain }}
              components={[<strong key="gone" />]}
            />
          )}
        </p>
      </Confirm>
    </>
  )
}
