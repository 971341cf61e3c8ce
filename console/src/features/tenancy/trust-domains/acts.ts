import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { trustDomains, trustStatus } from '@claviger/contract/tenancy/trust-domains'
import type { TrustDomain } from '@claviger/contract/tenancy/trust-domains'
import type { Icon } from '@tabler/icons-react'
import { IconCircleCheck, IconCircleX, IconWorldSearch } from '@tabler/icons-react'
import { useWrite } from '#platform/data/useWrite.ts'
import { msg, t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'

export type ClaimedDomain = OutputOf<typeof trustDomains.all.reply>['items'][number]

interface Act {
  status: number
  label: string
  said: string
  icon: Icon
}

const all: readonly Act[] = [
  {
    status: trustStatus.verified,
    label: msg('Verify manually'),
    said: msg('{domain} verified'),
    icon: IconCircleCheck,
  },
  { status: trustStatus.notVerified, label: msg('Refuse'), said: msg('{domain} refused'), icon: IconCircleX },
  {
    status: trustStatus.verifying,
    label: msg('Use DNS check'),
    said: msg('{domain} is set to DNS check'),
    icon: IconWorldSearch,
  },
]

export const actsOn = (domain: TrustDomain): readonly Act[] =>
  all.filter(act =>
    act.status === trustStatus.verifying ? domain.decided : !domain.decided || domain.status !== act.status,
  )

/** Sends a decision and reports success. */
export function useDecide(decided?: (domain: TrustDomain) => void) {
  const decide = useWrite(trustDomains.decide)
  return {
    busy: decide.isPending,
    decide: (domain: TrustDomain, { status, said }: Act) =>
      decide.mutate(
        { id: domain.id, status },
        {
          onSuccess(reply) {
            toast('success', t(said, { domain: domain.domain }))
            decided?.(reply)
          },
        },
      ),
  }
}
