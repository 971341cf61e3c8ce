import { provisioning } from '@claviger/contract/directories/provisioning'
import type { Provisioning, ProvisioningDifference } from '@claviger/contract/directories/provisioning'
import { Button, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { PageTurner } from './PageTurner.tsx'
import { differenceNames, reasonNames } from './provisioning-labels.ts'

type Kind = ProvisioningDifference['kind']

function Row({ of }: { of: ProvisioningDifference }) {
  return (
    <Stack component="li" gap={8} p="12px 16px">
      <div className="cv-row">
        <b>{of.name}</b>
        {of.what === 'group' && <span className="cv-muted">{t('Group')}</span>}
        <Tag>{t(differenceNames[of.kind])}</Tag>
      </div>
      {of.fields.length > 0 && (
        <Stack component="dl" gap={4}>
          {of.fields.map(({ name, theirs, ours }) => (
            <Grid className="cv-wrap" columns="minmax(90px, 160px) minmax(0, 1fr)" gap={12} key={name}>
              <dt className="cv-mono">{name}</dt>
              <dd>
                <s className="cv-muted">{theirs === '' ? t('nothing') : theirs}</s> <b>{ours}</b>
              </dd>
            </Grid>
          ))}
        </Stack>
      )}
    </Stack>
  )
}

function Rows({ id }: { id: string }) {
  const [kind, setKind] = useState<Kind | ''>('')
  const [page, setPage] = useState(1)
  const ask = { id, page, ...(kind === '' ? {} : { kind }) }
  const read = useRead(provisioning.differences, ask, { keepEarlier: true, quiet: true })
  if (!read.data) return null
  return (
    <>
      <Stack gap={8} p="12px 16px">
        <NativeSelect
          size="sm"
          aria-label={t('Comparison result')}
          value={kind}
          data={[
            { value: '', label: t('All results') },
            ...Object.entries(differenceNames).map(([value, label]) => ({ value, label: t(label) })),
          ]}
          onChange={event => {
            setKind(event.currentTarget.value as Kind | '')
            setPage(1)
          }}
        />
      </Stack>
      <ul className="cv-ruled">
        {read.data.items.map(one => (
          <Row key={one.id} of={one} />
        ))}
      </ul>
      <PageTurner page={page} total={read.data.total} turn={setPage} />
    </>
  )
}

function Found({ look, dry }: { look: NonNullable<Provisioning['look']>; dry: boolean }) {
  return (
    <Facts
      of={[
        [t('In sync'), look.same],
        [dry ? t('Would be added in the application') : t('Missing in the application'), look.missing],
        [dry ? t('Would be changed in the application') : t('Different in the application'), look.differs],
        [t('In the application, but not assigned here'), look.strangers],
      ]}
    />
  )
}

export function Compared({ id, of, may }: { id: string; of: Provisioning; may: boolean }) {
  const { look } = of
  const begin = useWrite(provisioning.look)
  const mend = useWrite(provisioning.mend, {
    done: ({ again }) => toast('success', t('{count, plural, one {# is} other {# are}} sent again', { count: again })),
  })
  const wrong = look?.state === 'done' ? look.missing + look.differs : 0
  const found = wrong + (look?.strangers ?? 0)
  return (
    <Card
      title={of.active ? t('Compare') : t('Preview')}
      flush
      right={
        may &&
        of.deniedAt === null && (
          <Button
            variant="default"
            loading={begin.isPending || look?.state === 'reading'}
            onClick={() => begin.mutate({ id })}
          >
            {of.active ? t('Compare now') : t('Run preview')}
          </Button>
        )
      }
    >
      <Stack gap={8} p="12px 16px">
        {look === null ? (
          <p className="cv-muted">
            {of.active
              ? t(
                  'Reads all users and groups of the application and lists who is missing, different, or unknown. Changes nothing.',
                )
              : t(
                  'Before you turn it on: reads all users of the application and counts what would change. Changes nothing.',
                )}
          </p>
        ) : (
          <>
            <p className="cv-muted">
              {look.state === 'reading' ? (
                t('{count, plural, one {# account} other {# accounts}} read so far', { count: look.people })
              ) : (
                <Trans
                  id="Compared <0/> by {name}"
                  values={{ name: look.begunBy }}
                  components={[<When key="at" at={look.endedAt ?? look.begunAt} as="ago" />]}
                />
              )}
            </p>
            {look.trouble && (
              <Notice level="error">
                {t(reasonNames[look.trouble.reason])}
                {look.trouble.detail !== null && <span className="cv-mono"> {look.trouble.detail}</span>}
              </Notice>
            )}
            {look.state === 'done' && <Found look={look} dry={!of.active} />}
            {may && of.active && wrong > 0 && (
              <Button loading={mend.isPending} onClick={() => mend.mutate({ id })}>
                {t('Fix {count, plural, one {# difference} other {# differences}}', { count: wrong })}
              </Button>
            )}
          </>
        )}
      </Stack>
      {look?.state === 'done' && found > 0 && <Rows id={id} />}
    </Card>
  )
}
