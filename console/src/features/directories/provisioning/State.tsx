import { provisioning } from '@claviger/contract/directories/provisioning'
import type { Provisioning } from '@claviger/contract/directories/provisioning'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { lookOf, reasonNames } from './provisioning-labels.ts'

function Trouble({ of }: { of: Provisioning }) {
  if (of.trouble === null) return null
  return (
    <Notice level={of.deniedAt === null ? 'warning' : 'error'}>
      {t(reasonNames[of.trouble.reason])}
      {of.trouble.detail !== null && <span className="cv-mono"> {of.trouble.detail}</span>}
      {'. '}
      {of.deniedAt !== null
        ? t('Provisioning is paused until you enter a new token or turn it on again. No changes are lost.')
        : of.nextTryAt !== null && (
            <Trans
              id="Next attempt <0/>. No changes are lost."
              components={[<When key="at" at={of.nextTryAt} as="ago" />]}
            />
          )}
    </Notice>
  )
}

const sumOf = ({ waiting, told, ended, refused }: Provisioning['people']) => waiting + told + ended + refused

export function State({ id, name, of, may }: { id: string; name: string; of: Provisioning; may: boolean }) {
  const [open, setOpen] = useState<'on' | 'remove' | null>(null)
  const close = () => setOpen(null)
  const turn = useWrite(provisioning.turn, { done: close })
  const remove = useWrite(provisioning.remove, { done: close })
  const { word, ...look } = lookOf(of)
  const on = of.active && of.deniedAt === null
  const { people, groupsToldOf: groups } = of
  return (
    <Card title={t('Status')} right={<Status {...look}>{t(word)}</Status>}>
      <Stack gap={16} miw={0}>
        <Trouble of={of} />
        {of.gathering && <p className="cv-muted">{t('Calculating assignments…')}</p>}
        <Facts
          of={[
            [t('Users in the application'), people.told],
            [t('Users waiting'), people.waiting],
            [t('Users deprovisioned'), people.ended],
            [t('Refused'), people.refused + groups.refused],
            ...(of.groups === 'none' ? [] : [[t('Groups in the application'), groups.told] as const]),
          ]}
        />
        {of.toldAt !== null && (
          <p className="cv-muted">
            <Trans id="Last response <0/>" components={[<When key="at" at={of.toldAt} as="ago" />]} />
          </p>
        )}
        {may && (
          <div className="cv-row">
            {on ? (
              <Button variant="default" loading={turn.isPending} onClick={() => turn.mutate({ id, active: false })}>
                {t('Turn off')}
              </Button>
            ) : (
              <Button onClick={() => setOpen('on')}>{t('Turn on…')}</Button>
            )}
            <Button variant="default" onClick={() => setOpen('remove')}>
              {t('Remove…')}
            </Button>
          </div>
        )}
      </Stack>
      <Confirm
        open={open === 'on'}
        title={t('Turn on provisioning to {name}?', { name })}
        keep={t('Cancel')}
        act={t('Turn on')}
        safe
        busy={turn.isPending}
        close={close}
        confirm={() => turn.mutate({ id, active: true })}
      >
        <p>
          {t('{count, plural, one {# user or group is} other {# users and groups are}} sent to {address}.', {
            count: sumOf(people) + sumOf(groups),
            address: of.address,
          })}
        </p>
        <p>{t('Existing accounts with the same userName are linked. “Preview” counts them.')}</p>
      </Confirm>
      <Confirm
        open={open === 'remove'}
        title={t('Remove provisioning from {name}?', { name })}
        keep={t('Keep provisioning')}
        act={t('Remove')}
        busy={remove.isPending}
        close={close}
        confirm={() => remove.mutate({ id })}
      >
        <p>{t('Existing accounts stay in the application and no longer receive changes. The token is deleted.')}</p>
      </Confirm>
    </Card>
  )
}
