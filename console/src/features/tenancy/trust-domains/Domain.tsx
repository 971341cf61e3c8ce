import { trustDomains, trustStatus } from '@claviger/contract/tenancy/trust-domains'
import type { TrustDomain } from '@claviger/contract/tenancy/trust-domains'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t, Trans } from '../../../ground/text/text.ts'
import { Copy } from '../../../ground/ui/bits/Copy.tsx'
import { Tag } from '../../../ground/ui/bits/Tag.tsx'
import { When } from '../../../ground/ui/bits/When.tsx'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'
import { DomainStatus } from './DomainStatus.tsx'
import classes from './domains.module.css'

function Proof({ record }: { record: TrustDomain['record'] }) {
  return (
    <dl className={classes.proof} aria-label={t('DNS record that proves the domain')}>
      <dt>{t('Type')}</dt>
      <dd>TXT</dd>
      <dt>{t('Name')}</dt>
      <dd>
        <span className="cv-mono">{record.name}</span> <Copy value={record.name} what={t('name of the record')} />
      </dd>
      <dt>{t('Value')}</dt>
      <dd>
        <span className="cv-mono">{record.value}</span> <Copy value={record.value} what={t('value of the record')} />
      </dd>
    </dl>
  )
}

function tell({ domain, status, reason }: TrustDomain): void {
  if (status === trustStatus.verified) toast('success', t('{domain} is verified', { domain }))
  else toast('warning', t('{domain} is not verified', { domain }), reason === null ? {} : { detail: reason })
}

/** One domain: its status, what proves it, checking and removing. */
export function Domain({ domain, write }: { domain: TrustDomain; write: boolean }) {
  const [removing, setRemoving] = useState(false)
  const others = { alsoRefresh: ['workspace-settings'] }
  const check = useWrite(trustDomains.check, { ...others, done: tell })
  const remove = useWrite(trustDomains.remove, {
    ...others,
    done() {
      toast('success', t('{domain} removed', { domain: domain.domain }))
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
            {domain.decided && <Tag>{t('Decided by a super administrator')}</Tag>}
          </span>
          <span className={classes.about}>
            {domain.checkedAt === null ? (
              t('Not checked yet')
            ) : (
              <Trans id="Checked <0/>" components={[<When key="at" at={domain.checkedAt} as="ago" />]} />
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
                aria-label={t('Check now: {domain}', { domain: domain.domain })}
              >
                {t('Check now')}
              </Button>
            )}
            <Button
              variant="default"
              onClick={() => setRemoving(true)}
              aria-label={t('Remove {domain}…', { domain: domain.domain })}
            >
              {t('Remove…')}
            </Button>
          </div>
        )}
      </div>
      {open && <Proof record={domain.record} />}
      <Confirm
        open={removing}
        title={t('Remove 1 domain?')}
        keep={t('Keep domain')}
        act={t('Remove 1 domain')}
        busy={remove.isPending}
        close={() => setRemoving(false)}
        confirm={() => remove.mutate({ id: domain.id })}
      >
        <p>
          <Trans
            id="<0>{domain} is no longer yours here.</0> Another workspace can prove it. Adding it again needs a new record."
            values={{ domain: domain.domain }}
            components={[<strong key="gone" />]}
          />
        </p>
      </Confirm>
    </li>
  )
}
