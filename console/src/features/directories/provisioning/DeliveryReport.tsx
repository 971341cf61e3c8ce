import { provisioning } from '@claviger/contract/directories/provisioning'
import type { ProvisionedItem } from '@claviger/contract/directories/provisioning'
import { Button, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { ErrorCard } from '#platform/ui/page/ErrorCard.tsx'
import { PageTurner } from './PageTurner.tsx'
import { itemLooks, reasonNames } from './provisioning-labels.ts'

type State = ProvisionedItem['state']

function Row({ of, again }: { of: ProvisionedItem; again: (() => void) | undefined }) {
  const { word, ...look } = itemLooks[of.state]
  return (
    <Stack component="li" gap={8} p="12px 16px">
      <div className="cv-row">
        <Status {...look}>{t(word)}</Status>
        <b>{of.name ?? t('Permanently deleted')}</b>
        {of.what === 'group' && <span className="cv-muted">{t('Group')}</span>}
        {of.toldAt !== null && (
          <span className="cv-muted">
            <When at={of.toldAt} as="ago" />
          </span>
        )}
      </div>
      {of.trouble && (
        <p className="cv-wrap">
          {t(reasonNames[of.trouble.reason])}
          {of.trouble.detail !== null && <span className="cv-mono"> {of.trouble.detail}</span>}
        </p>
      )}
      {of.trouble && (
        <div className="cv-row">
          {again && (
            <Button variant="default" onClick={again} aria-label={t('Try {name} again', { name: of.name ?? of.id })}>
              {t('Try again')}
            </Button>
          )}
          {of.nextTryAt !== null && (
            <span className="cv-muted">
              <Trans id="Tried again <0/>" components={[<When key="at" at={of.nextTryAt} as="ago" />]} />
            </span>
          )}
        </div>
      )}
    </Stack>
  )
}

export function DeliveryReport({ id, may, refused }: { id: string; may: boolean; refused: number }) {
  const [state, setState] = useState<State>(refused > 0 ? 'refused' : 'told')
  const [page, setPage] = useState(1)
  const read = useRead(provisioning.items, { id, state, page }, { keepEarlier: true, every: 5000, quiet: true })
  const retry = useWrite(provisioning.retry, {
    done: ({ again }) =>
      toast('success', t('Retrying {count, plural, one {# item} other {# items}}', { count: again })),
  })
  if (read.isError)
    return <ErrorCard title={t("We couldn't load this")} fault={read.error} retry={() => void read.refetch()} />
  if (read.isPending) return <Bones lines={4} />
  const { items, total } = read.data
  return (
    <Card
      title={t('Users and groups in the application')}
      flush
      right={
        <span className="cv-row">
          {may && refused > 0 && (
            <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate({ id })}>
              {t('Retry all')}
            </Button>
          )}
          <NativeSelect
            size="sm"
            aria-label={t('Status')}
            value={state}
            data={Object.entries(itemLooks).map(([value, { word }]) => ({ value, label: t(word) }))}
            onChange={event => {
              setState(event.currentTarget.value as State)
              setPage(1)
            }}
          />
        </span>
      }
    >
      {items.length === 0 && (
        <Stack component="p" className="cv-muted" gap={8} p="12px 16px">
          {t('None')}
        </Stack>
      )}
      <ul className="cv-ruled">
        {items.map(one => (
          <Row key={one.id} of={one} again={may ? () => retry.mutate({ id, ids: [one.id] }) : undefined} />
        ))}
      </ul>
      <PageTurner page={page} total={total} turn={setPage} />
    </Card>
  )
}
