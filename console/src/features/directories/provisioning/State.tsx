import { provisioning } from '@claviger/contract/directories/provisioning'
import type { Provisioning } from '@claviger/contract/directories/provisioning'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t, Trans } from '../../../ground/text/text.ts'
import { Status } from '../../../ground/ui/bits/Status.tsx'
import { When } from '../../../ground/ui/bits/When.tsx'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { Card, Facts } from '../../../ground/ui/page/Card.tsx'
import { Notice } from '../../../ground/ui/page/Notice.tsx'
import { lookOf, reasonNames } from './words.ts'
import classes from './provisioning.module.css'

function Trouble({ of }: { of: Provisioning }) {
  if (of.trouble === null) return null
  return (
    <Notice level={of.deniedAt === null ? 'warning' : 'error'}>
      {t(reasonNames[of.trouble.reason])}
      {of.trouble.detail !== null && <span className="cv-mono"> {of.trouble.detail}</span>}
      {'. '}
      {of.deniedAt !== null
        ? t('Nothing is tried until you enter a new token or switch it on again. Nothing is lost.')
        : of.nextTryAt !== null && (
            <Trans
              id="It is tried again <0/>; nothing is lost."
              components={[<When key="at" at={of.nextTryAt} as="ago" />]}
            />
          )}
    </Notice>
  )
}

const sumOf = ({ waiting, told, ended, refused }: Provisioning['people']) => waiting + told + ended + refused

/** Whether it is on, how far it is, and what is wrong. */
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
      <div className={classes.stack}>
        <Trouble of={of} />
        {of.gathering && <p className={classes.quiet}>{t('Finding out who is assigned …')}</p>}
        <Facts
          of={[
            [t('People there'), people.told],
            [t('People waiting'), people.waiting],
            [t('People ended there'), people.ended],
            [t('Refused'), people.refused + groups.refused],
            ...(of.groups === 'none' ? [] : [[t('Groups there'), groups.told] as const]),
          ]}
        />
        {of.toldAt !== null && (
          <p className={classes.quiet}>
            <Trans id="It last answered <0/>" components={[<When key="at" at={of.toldAt} as="ago" />]} />
          </p>
        )}
        {may && (
          <div className="cv-row">
            {on ? (
              <Button variant="default" loading={turn.isPending} onClick={() => turn.mutate({ id, active: false })}>
                {t('Switch off')}
              </Button>
            ) : (
              <Button onClick={() => setOpen('on')}>{t('Switch on…')}</Button>
            )}
            <Button variant="default" onClick={() => setOpen('remove')}>
              {t('Remove…')}
            </Button>
          </div>
        )}
      </div>
      <Confirm
        open={open === 'on'}
        title={t('Tell {name} who is assigned to it?', { name })}
        keep={t('Not yet')}
        act={t('Switch on')}
        busy={turn.isPending}
        close={close}
        confirm={() => turn.mutate({ id, active: true })}
      >
        <p>
          {t('{count, plural, one {# person or group is} other {# people and groups are}} told to {address}.', {
            count: sumOf(people) + sumOf(groups),
            address: of.address,
          })}
        </p>
        <p>
          {t(
            'Accounts that are there already under the same userName are taken over. “What would happen” counts them.',
          )}
        </p>
      </Confirm>
      <Confirm
        open={open === 'remove'}
        title={t('Remove the provisioning of {name}?', { name })}
        keep={t('Keep it')}
        act={t('Remove')}
        busy={remove.isPending}
        close={close}
        confirm={() => remove.mutate({ id })}
      >
        <p>{t('Whoever is there stays there, and is not told of changes any more. The token is forgotten.')}</p>
      </Confirm>
    </Card>
  )
}
