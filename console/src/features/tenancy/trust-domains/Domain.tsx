import { trustDomains, trustStatus } from '@claviger/contract/tenancy/trust-domains'
import type { TrustDomain } from '@claviger/contract/tenancy/trust-domains'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { Copy } from '../../../ground/ui/bits/Copy.tsx'
import { Tag } from '../../../ground/ui/bits/Tag.tsx'
import { When } from '../../../ground/ui/bits/When.tsx'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'
import { DomainStatus } from './DomainStatus.tsx'
import classes from './domains.module.css'

function Proof({ record }: { record: TrustDomain['record'] }) {
  return (
    <dl className={classes.proof} aria-label="DNS record that proves the domain">
      <dt>Type</dt>
      <dd>TXT</dd>
      <dt>Name</dt>
      <dd>
        <span className="cv-mono">{record.name}</span> <Copy value={record.name} what="name of the record" />
      </dd>
      <dt>Value</dt>
      <dd>
        <span className="cv-mono">{record.value}</span> <Copy value={record.value} what="value of the record" />
      </dd>
    </dl>
  )
}

function tell({ domain, status, reason }: TrustDomain): void {
  if (status === trustStatus.verified) toast('success', `${domain} is verified`)
  else toast('warning', `${domain} is not verified`, reason === null ? {} : { detail: reason })
}

/** One domain: its status, what proves it, checking and removing. */
export function Domain({ domain, write }: { domain: TrustDomain; write: boolean }) {
  const [removing, setRemoving] = useState(false)
  const others = { alsoRefresh: ['workspace-settings'] }
  const check = useWrite(trustDomains.check, { ...others, done: tell })
  const remove = useWrite(trustDomains.remove, {
    ...others,
    done() {
      toast('success', `${domain.domain} removed`)
      setRemoving(false)
    },
  })
  const open = domain.status !== trustStatus.verified && !domain.decided
  return (
    <li className={classes.domain}>
      <div className={classes.head}>
        <div>
          <span className={classes.name}>
            <strong>{domain.domain}</strong> <DomainStatus status={domain.status} />
            {domain.decided && <Tag>Decided by a super administrator</Tag>}
          </span>
          <span className={classes.about}>
            {domain.checkedAt === null ? (
              'Not checked yet'
            ) : (
              <>
                Checked <When at={domain.checkedAt} as="ago" />
              </>
            )}
            {domain.reason !== null && ` · ${domain.reason}`}
          </span>
        </div>
        {write && (
          <div className={classes.acts}>
            {!domain.decided && (
              <Button
                variant="default"
                loading={check.isPending}
                onClick={() => check.mutate({ id: domain.id })}
                aria-label={`Check now: ${domain.domain}`}
              >
                Check now
              </Button>
            )}
            <Button variant="default" onClick={() => setRemoving(true)} aria-label={`Remove ${domain.domain}…`}>
              Remove…
            </Button>
          </div>
        )}
      </div>
      {open && <Proof record={domain.record} />}
      <Confirm
        open={removing}
        title="Remove 1 domain?"
        keep="Keep domain"
        act="Remove 1 domain"
        busy={remove.isPending}
        close={() => setRemoving(false)}
        confirm={() => remove.mutate({ id: domain.id })}
      >
        <p>
          <strong>{domain.domain} is no longer yours here.</strong> Another workspace can prove it. Adding it again
          needs a new record.
        </p>
      </Confirm>
    </li>
  )
}
